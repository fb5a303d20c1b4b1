import type { Operator, ValueType } from "./expression.js";
import type { FilesRef, SourceRef } from "./relation.js";
import type { ColumnType } from "./source-column.js";

/** How one engine writes the portable subset. Data first: entries with `?` are for engines that have it. */
export interface Dialect {
  readonly name: string;
  /** Statements by which a session begins, so that the others mean the same wherever they run. */
  readonly session: readonly string[];
  readonly identifier: (name: string) => string;
  readonly text: (value: string) => string;
  /** A DOUBLE literal, given in exponent form: `1.5e-1`. */
  readonly double: (value: string) => string;
  readonly cast: (value: string, to: ValueType) => string;
  /** FROM text of a source; throws UnsupportedError where the engine reads no such source. */
  readonly source: (source: SourceRef) => string;
  /** What ends a subquery whose columns are to be computed once for each row, where the planner would put them in each place that names them. */
  readonly fence?: string;
  /** What stands behind a table's name in `CREATE TABLE … AS`, with a space before it; nothing where undefined. */
  readonly tableOptions?: string;
  /** FROM text of files of text that reads some columns as the texts that stand in them. */
  readonly sourceWithTexts?: (files: FilesRef, names: readonly string[]) => string;
  /** A query of one row, the types of a source's columns under their names, where no function tells them. */
  readonly types?: (source: SourceRef, columns: readonly string[]) => string;
  /**
   * A query of one row, a text that is another one once the source was written; NULL or no row where that cannot
   * be told. Undefined where there is no such query. It reads no column of the source.
   */
  readonly state?: (source: SourceRef) => string | undefined;
  /** Whether `* REPLACE (… AS name)` selects all columns, some of them changed. */
  readonly replaces?: true;
  /** How queries that users paste read days of texts. */
  readonly days?: {
    /** Of what a regular expression finds, by a format such as `%b %d, %Y`. */
    readonly byFormat: (value: string, pattern: string, format: string) => string;
    /** In UTC, of a time with its offset. */
    readonly ofInstant: (value: string) => string;
  };
  /** Operators whose spelling differs; the rest are printed by their symbol. */
  readonly operators: Readonly<Record<SpelledOperator, (...args: readonly string[]) => string>>;
  /** The entry of a constant table (numbers in exponent form) at an index from 1; NULL beyond it or at NULL. */
  readonly lookup: (table: readonly string[], index: string) => string;
  /** A column that gives a row once for each of these values; without it rows are joined with them. */
  readonly eachOf?: (values: readonly string[]) => string;
  /** What a column is to us, from the name that the engine gives its type. */
  readonly columnType: (typeName: string) => ColumnType;
}

/** Operators that no two engines need spell alike. */
export type SpelledOperator = Extract<
  Operator,
  | "/"
  | "floor"
  | "abs"
  | "isFinite"
  | "bitAnd"
  | "shiftRight"
  | "hash10"
  | "nativeHash"
  | "typeName"
  | "rewrite"
  | "dayOf1970"
>;
