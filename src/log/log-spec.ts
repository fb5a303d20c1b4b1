/** What was logged: which column of the source plays which role, and how strictly to read it. */
export interface LogSpec {
  readonly source: SourceSpec;
  /** The key of a trajectory; without it every row is one. */
  readonly trajectory?: string;
  readonly item?: string;
  /** Displayed rank, 1-based. */
  readonly rank?: string;
  readonly rewards: Readonly<Record<string, RewardSpec>>;
  /** Clusters the standard errors; without it every trajectory is a cluster. */
  readonly user?: string;
  readonly day?: string;
  readonly feed?: string;
  readonly logger?: string;
  /** Positions that the list offered; a stop at the last one is no choice of the user. */
  readonly listLength?: string;
  /** Whether the end of a trajectory was not seen: its deepest view is then no stop. */
  readonly censored?: string;
  readonly invalid: "refuse" | "excludeTrajectories";
  readonly structure: "check" | "sample" | "declared";
  /** Whose hash deals users known by text into buckets; absent: `portable`, the same on every engine. */
  readonly hash?: "portable" | "native";
}

/** Files or globs (format by their endings), a table's name in parts, where an Iceberg table lies, or a query of the user's own. */
export type SourceSpec =
  | { readonly files: readonly string[] }
  | { readonly table: readonly string[] }
  | { readonly iceberg: string }
  | { readonly sql: string };

export interface RewardSpec {
  readonly column: string;
  readonly better: "higher" | "lower";
  /** What an absent (NULL) reward counts as; without it an absent reward is refused. */
  readonly missing?: number;
}

/** Where a policy would have put the item of a row: by rank, by exposure, or by a forced score. */
export interface PolicySpec {
  /** Column with the rank in the full candidate list; null = not shown. */
  readonly rank?: string;
  /** Column with, or one number for, the expected views of the item under the policy. */
  readonly exposure?: string | number;
  /** Column with a score of the viewed items only; refused unless `force: rankViewed`. */
  readonly score?: string;
  readonly force?: "rankViewed";
  /** What the policy really earned where it ran: another log, or a value and its standard error. */
  readonly online?: OnlineSpec;
}

export type OnlineSpec =
  | { readonly source: SourceSpec }
  | {
      readonly values: Readonly<
        Record<string, { readonly value: number; readonly se: number; readonly n?: number }>
      >;
    };

/** The reserved name of the policy that wrote the log. */
export const LOGGED = "logged";
