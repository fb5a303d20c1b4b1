import type { Operator, ValueType } from "./expression.js";
import type { SourceRef } from "./relation.js";

/** How one engine writes the portable subset. Data first: every entry is required. */
export interface Dialect {
  readonly name: string;
  /** An identifier in quotes, whatever it holds. */
  readonly identifier: (name: string) => string;
  /** A text literal, whatever it holds. */
  readonly text: (value: string) => string;
  readonly types: Readonly<Record<ValueType, string>>;
  /** FROM text of a source. */
  readonly source: (source: SourceRef) => string;
  /** Operators whose spelling differs; the rest are printed by their symbol. */
  readonly operators: Readonly<Record<SpelledOperator, (...args: readonly string[]) => string>>;
  /** The entry of a constant table at a 1-based index; NULL outside. */
  readonly lookup: (table: readonly string[], index: string) => string;
}

/** Operators that no two engines need spell alike. */
export type SpelledOperator = Extract<
  Operator,
  "isFinite" | "bitAnd" | "shiftRight" | "hash28" | "nativeHash"
>;
