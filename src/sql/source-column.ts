/**
 * What a column of a source holds, as far as we care. `bigint` fits 64 bits; `decimal` is exact and may
 * not (a number as DOUBLE, a key as text); `other` can be a key at most.
 */
export type ColumnType =
  | "double"
  | "decimal"
  | "bigint"
  | "text"
  | "boolean"
  | "date"
  | "timestamp"
  | "other";

export interface SourceColumn {
  readonly name: string;
  readonly type: ColumnType;
  /** How its values are written, where that was looked up: the name of a form of days. */
  readonly form?: string;
}
