import type { SourceRef } from "../../sql/relation.js";

/** Why a value cannot be a source: what was expected, and what came where that is not the value itself. */
export interface SourceFault {
  readonly fault: string;
}

/** What a study may write under the source's key: from it follows the JSON Schema. */
export type SourceValue = "text" | "texts" | "name" | "rows";

/** A kind of source: how a study writes it, what it is to engines, and its words. */
export interface Source<Spec extends object = object> {
  /** The key under which a study writes it, and the key of its spec: `{ table: main.log }`. */
  readonly name: string;
  /** How a study writes it, for messages and documentation. */
  readonly form: string;
  /** What it reads, for documentation. */
  readonly reads: string;
  readonly value: SourceValue;
  /** A value that a study may write, for laws and documentation. */
  readonly example: unknown;
  /** Whether a study may write the value without the key. */
  readonly isShort?: true;
  /** The source of a study's value; undefined for a value of another form, a fault for one that needs its own words. */
  read(value: unknown): Spec | SourceFault | undefined;
  /** The value as a study writes it. */
  write(spec: Spec): unknown;
  /** What engines read. Throws StudyError for a source that no engine can read. */
  ref(spec: Spec): SourceRef;
  /** How messages name it; `path` is where the study names it. */
  describe(spec: Spec, path: string): string;
  /** The same source with every path as `place` gives it, for sources that have paths. */
  place?(spec: Spec, place: (file: string) => string): Spec;
}
