import type { Component } from "../estimators/estimator.js";
import type { BoundLog } from "../log/bind.js";
import type { Expression } from "../sql/expression.js";
import type { Leaves } from "../sql/passes/bounds.js";
import type { Keep, Named, Relation } from "../sql/relation.js";
import type { ClusterKey } from "./tally.js";

/** Everything that turning components into queries needs to know of a log. */
export interface TallyRequest {
  readonly log: BoundLog;
  /** Canonical impressions without what the study excludes. */
  readonly rows: Relation;
  readonly components: readonly Component[];
  readonly bucketing: Bucketing;
  /** Keys of clusters that an earlier pass met, where each is its own bucket. */
  readonly clusters: readonly string[];
  readonly leaves: Leaves;
  /** Rows of the log: as many as any sum may have. */
  readonly impressions: number;
  /** Its trajectories, where a pass has counted them. */
  readonly trajectories?: number | undefined;
  /** Whether a column holds whole numbers alone. */
  readonly wholeColumn: (column: string) => boolean;
  /** Whether a column has a value in every row, where that is known. */
  readonly fullColumn?: (column: string) => boolean;
  readonly sums: "exact" | "fast";
  /** `trajectories`: one pass groups by trajectory; `firstRank`: each has one row of rank 1; `rows`: each row is one. */
  readonly counting: "trajectories" | "firstRank" | "rows";
  /** Some trajectory spans several days, so that a row's day may not be its trajectory's. */
  readonly daysSpan: boolean;
  /**
   * What several statements read may be held so long, where it is worth it: rows with a reward; depths by
   * day and bucket, of which those by user and those by day are made.
   */
  readonly keep?: Keep;
  /** Which rows without a reward are held too: those of samples, each of which several statements read. */
  readonly samples?: readonly Expression[];
  /** Where some component is summed over all candidates. */
  readonly candidates?: CandidateRows;
  /**
   * Aggregates of a trajectory that the pass by trajectory takes for later statements: its rows, one a
   * trajectory, are then held as long as `keep`.
   */
  readonly ofTrajectory?: readonly Named[];
  /** Checks that the pass by trajectory also makes. */
  readonly structure: StructureColumns;
}

/** All candidates, viewed or not, and what the survey says of their columns. */
export interface CandidateRows {
  readonly rows: Relation;
  readonly leaves: Leaves;
  readonly count: number;
  /** Those of them without a logged exposure, where the log names one. */
  readonly unexposed: number;
  /** Those of a table of candidates whose trajectories are not evaluated: nothing is summed over them. */
  readonly elsewhere: number;
}

/** Aggregates of a trajectory's rows, and counts over trajectories made from them. */
export interface StructureColumns {
  readonly inner: readonly Named[];
  readonly outer: readonly Named[];
  /** The same in one sum, which tells only whether all is sound. */
  readonly quick?: Omit<StructureColumns, "quick">;
  /** Where the checks find nothing, a trajectory is as deep as it has rows. */
  readonly countsDepth?: true;
}

/** How clusters become buckets. `key` says which hash. */
export type Bucketing =
  | {
      readonly kind: "exact";
      /** Keys are whole numbers that a double holds, and come back as such: a text each takes long to read. */
      readonly key?: "number";
    }
  | {
      readonly kind: "hashed";
      readonly count: number;
      readonly key: ClusterKey["hash"];
      /** Text keys are hashed in passes over all rows too: the engine hashes each entry of a dictionary once. */
      readonly byEntry?: boolean;
    };
