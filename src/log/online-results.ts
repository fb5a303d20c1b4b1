import type { SourceSpec } from "./sources/index.js";

/** What a row of online results says, in the order of the table. */
export const onlineFields = [
  "policy",
  "day",
  "reward",
  "value",
  "standardError",
  "trajectories",
  "feed",
] as const;

export type OnlineField = (typeof onlineFields)[number];

/** A table of what policies earned online: a row for each policy, day and reward. */
export interface OnlineResultsSpec {
  readonly source: SourceSpec;
  /** Columns that are not called as the field is. */
  readonly columns: Readonly<Partial<Record<OnlineField, string>>>;
  /** What a value is the mean of; absent: `perTrajectory`. */
  readonly unit?: "perTrajectory" | "perImpression";
}
