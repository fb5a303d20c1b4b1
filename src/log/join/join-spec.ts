import type { SourceSpec } from "../sources/index.js";

/** A table whose columns are joined to the rows of a log, by equal keys. */
export interface JoinSpec {
  readonly source: SourceSpec;
  readonly on: readonly JoinKey[];
  /** Its columns, by the name under which roles and policies name them. */
  readonly columns: Readonly<Record<string, string>>;
}

/** A key: the column of the log, or the role that names it, and the joined column where that has another name. */
export interface JoinKey {
  readonly log: string;
  readonly joined?: string;
}
