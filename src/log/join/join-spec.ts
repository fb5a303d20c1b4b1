import type { SourceSpec } from "../sources/index.js";

/** A table whose columns are joined to the rows of a log, by equal keys. */
export interface JoinSpec {
  readonly source: SourceSpec;
  readonly on: readonly JoinKey[];
  /** Its columns, by the name under which roles and policies name them. */
  readonly columns: Readonly<Record<string, string>>;
  /** What the table is to policies that name it as their candidates; absent in `log.join`. */
  readonly listing?: Listing;
}

/** A key: the column of the log, or the role that names it, and the joined column where that has another name. */
export interface JoinKey {
  readonly log: string;
  readonly joined?: string;
}

/** A table of candidates: where a study names it and its columns, and the scores by which it ranks them. */
export interface Listing {
  /** `policies.candidate.candidates` */
  readonly path: string;
  /** The path of each column that it brings, by the name under which it brings it. */
  readonly paths: Readonly<Record<string, string>>;
  /** Columns that hold, in the place of the score, its rank among the candidates of the trajectory. */
  readonly ranks: readonly string[];
}
