import type { DayOrder } from "./days/day-form.js";
import type { JoinSpec } from "./join/join-spec.js";
import type { ColumnsOf } from "./roles/index.js";
import type { SourceSpec } from "./sources/index.js";

/**
 * What was logged: where, which column of the source plays which role (`trajectory`, `rank`, `user` and
 * the other members of `roles/`, each the name of a column), and how strictly to read it.
 */
export interface LogSpec extends ColumnsOf<"log"> {
  readonly source: SourceSpec;
  /** Tables whose columns are joined to the rows. */
  readonly join?: readonly JoinSpec[];
  readonly rewards: Readonly<Record<string, RewardSpec>>;
  /** All items that the policies chose from, viewed or not; a log with `rows: offered` holds them itself. */
  readonly candidates?: CandidatesSpec;
  /** The policy of the study that each value of the column of logging policies stands for. */
  readonly loggingPolicies?: Readonly<Record<string, string>>;
  /** What a row is: an item that was viewed (absent, too), or one that was offered, viewed or not. */
  readonly rows?: "viewed" | "offered";
  /** What comes first in days such as 11/02/2026; asked where either fits every row. */
  readonly dayOrder?: DayOrder;
  /** What to do with rows that break a rule; absent: they are refused, and no user is a user of the trajectory's own. */
  readonly invalid?: "refuse" | "excludeTrajectories";
  readonly structure: "check" | "sample" | "declared";
  /** Whose hash puts users known by text into buckets; absent: `portable`, the same on every engine. */
  readonly hash?: "portable" | "native";
}

/**
 * A table with a row for each candidate of each trajectory. Its columns have the names that they have in the log:
 * trajectory, feed, item, and what policies and predictions name.
 */
export interface CandidatesSpec {
  readonly source: SourceSpec;
  /** Its column with the displayed rank; NULL: not displayed. */
  readonly rank?: string;
  /** Its column with the logging policy's exposure. */
  readonly exposure?: string;
}

export interface RewardSpec extends Omit<ColumnsOf<"reward">, "prediction"> {
  readonly column: string;
  /** The column with what a model predicts, or how predictions are fitted on the log itself. */
  readonly prediction?: string | PredictionFit;
  readonly better: "higher" | "lower";
  /** What an absent (NULL) reward counts as; without it an absent reward is refused. */
  readonly missing?: number;
  /** What a view of an item that the log does not hold may earn; by default up to 10 times the average view. */
  readonly unlogged?: Unlogged;
}

/** What a view of an item that the log does not hold earns, as a study declares it; an absent end is the default's. */
export type Unlogged =
  | { readonly min?: number; readonly max?: number }
  /** From so many to so many times what views at the edge of the log earn. */
  | { readonly times: readonly [number, number] };

/**
 * Predictions by the mean reward of the item's views by users of other folds, shrunken as if `shrink` views more had
 * earned the mean of all; with a `context`, a column, that of the item's views in the context, shrunken towards
 * the item's.
 */
export interface PredictionFit {
  readonly fit: "itemMean";
  readonly shrink: number;
  readonly folds: 2 | 4 | 8 | 16;
  readonly context?: string;
}

/**
 * Where a policy would have put the item of a row: the column with its `rank` in the full candidate list
 * (null: not shown), the column with, or one number for, its `exposure`, or the column with a `score`:
 * of all candidates, in a table of them, or of the viewed items only, which is refused unless `force: rankViewed`.
 */
export interface PolicySpec extends ColumnsOf<"policy"> {
  readonly force?: "rankViewed";
  /** The table that holds its `rank`, `score` or `exposure` of every candidate; absent: the log holds them. */
  readonly candidates?: PolicyCandidates;
  /** Rewards earned before this day, or moment, trained the policy; later ones did not. */
  readonly trainedUntil?: string;
  /** The number of candidates among which this log's rewards chose it; 1: they chose none. */
  readonly chosenFrom?: number;
  /** What the policy really earned where it ran: another log, or a value and its standard error. */
  readonly online?: OnlineSpec;
}

/**
 * A table with a row for each candidate of each trajectory, and its keys where their columns have other names than
 * in the log. A score is ranked among all candidates of the trajectory (and of the feed, where that is named).
 */
export interface PolicyCandidates {
  readonly source: SourceSpec;
  readonly trajectory?: string;
  readonly feed?: string;
  readonly item?: string;
}

export type OnlineSpec =
  | { readonly source: SourceSpec }
  | { readonly values: Readonly<Record<string, OnlineValue>> };

/** The mean reward per trajectory of one arm, or by which share of it the arm earned more than the baseline. */
export type OnlineValue =
  | { readonly value: number; readonly se: number; readonly n?: number }
  | { readonly lift: number; readonly se: number };

/** The reserved name of the policy that wrote the log. */
export const LOGGED = "logged";
