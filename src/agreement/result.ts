import type { Reason } from "../errors.js";
import type { Estimand, EstimatorRole } from "../estimators/estimator.js";
import type { Parameters } from "../parameters.js";
import type { Measured, Pair } from "./pair.js";
import type { Sensitivity } from "./sensitivity.js";
import type { Agreement } from "./statistics/statistic.js";

/** Over what online and offline results are held together. */
export type Over = "days" | "dayDifferences" | "policies";

/** One statistic of one line; `adjustedP` is p among all lines of this statistic. */
export type LineStatistic =
  | ({ readonly name: string; readonly adjustedP: number | null } & Agreement)
  | { readonly name: string; readonly none: Reason };

/** One estimator compared with online results: over the days of a policy, or over policies. */
export interface ComparisonLine {
  /**
   * `days`: what a policy earned, day by day; `dayDifferences`: by how much more than the baseline, day by
   * day; `policies`: by how much more over all its days, a pair for each policy.
   */
  readonly over: Over;
  /** Null over policies. */
  readonly policy: string | null;
  readonly feed: string | null;
  readonly reward: string;
  readonly estimand: Estimand;
  readonly estimator: string;
  readonly parameters: Parameters;
  readonly label: string;
  readonly role: EstimatorRole;
  readonly pairs: readonly Pair[];
  /** How many independent days the pairs are worth; null over policies and for fewer than three. */
  readonly effectiveDays: number | null;
  readonly statistics: readonly LineStatistic[];
}

/** How an offline difference compares with the online one. */
export type Outcome = "right" | "wrong" | "onlineCannotTell" | "offlineCannotTell";

/** By how much more than the baseline a policy earned over all its days, and by how much more it was estimated to. */
export interface OverallDifference {
  readonly policy: string;
  readonly feed: string | null;
  readonly reward: string;
  /** What the baseline earned online, with which both differences can be compared. */
  readonly baseline: number;
  readonly online: Measured;
  readonly offline: Measured;
  /** Both signs, where both sides tell the difference from 0. */
  readonly outcome: Outcome;
  /** Whether the two agree within the interval of their difference. */
  readonly withinErrors: boolean;
}

/** Every policy, reward and feed by one estimator: what offline got right. */
export interface Overall {
  readonly estimator: string;
  readonly parameters: Parameters;
  readonly label: string;
  readonly estimand: Estimand;
  readonly differences: readonly OverallDifference[];
  readonly counts: Readonly<Record<Outcome, number>>;
  /** How many agree within their errors. */
  readonly withinErrors: number;
}

/** What one estimator finds under one clip of differences that online results know. */
export interface SensitivityRow {
  readonly estimator: string;
  readonly parameters: Parameters;
  readonly label: string;
  readonly clip: number | "inf";
  /** Days on which a policy is known to be better or worse; a worse one is turned round. */
  readonly known: Sensitivity;
  /** Days of policies that online results cannot tell from the baseline: what is found there may be wrong. */
  readonly unknown: Sensitivity;
}

/** What `compareOnline` returns; JSON-serialisable, numbers in full precision. */
export interface OnlineComparison {
  readonly hindcast: string;
  readonly baseline: string;
  readonly confidence: number;
  /** Name of the method that adjusts p, over the lines of each statistic. */
  readonly adjust: string;
  readonly days: number;
  readonly firstDay: string | null;
  readonly lastDay: string | null;
  readonly policies: readonly string[];
  /** Differences over all days by the first estimator of the reward; null without online results of the baseline. */
  readonly overall: Overall | null;
  readonly lines: readonly ComparisonLine[];
  readonly sensitivity: {
    /** At which differences count as found. */
    readonly confidence: number;
    /** Where `unknown` settings are known to have no difference: worlds that were made so. */
    readonly unknownAre?: "null";
    readonly rows: readonly SensitivityRow[];
  } | null;
  readonly warnings: readonly Reason[];
}
