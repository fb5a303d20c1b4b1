import type { ReasonCode } from "../codes.js";
import type { Facts } from "../errors.js";
import type { ComparisonTables } from "./comparison-tables.js";
import type { JackknifeEstimate } from "./jackknife.js";
import type { MissingRewards } from "./missing-rewards.js";
import type { Support } from "./missing-views.js";

/** One comparison of a study's verdicts, as the checks see it. */
export interface Comparison extends ComparisonTables {
  readonly better: "higher" | "lower";
  /** The difference by the deciding estimator, its error under the hypothesis, and ν. */
  readonly difference: number;
  readonly se: number;
  readonly df: number;
  /** The level of the comparison: α over the comparisons of the study. */
  readonly level: number;
  readonly comparisons: number;
  readonly clusters?: ComparisonClusters;
  /** What the log lacks of the comparison's views, which leaves a set of differences possible around `difference`. */
  readonly missing?: MissingOfComparison;
  /** Re-estimates of the difference, deepest first and the study's own last; the comparison's difference is that of the one that leads. */
  readonly alternatives?: readonly Alternative[];
  /** What may move each of the alternatives, whichever is right: these add up. Never empty. */
  readonly widened?: readonly NamedWidening[];
  /** The comparison as the study has it, where another alternative leads. */
  readonly study?: Pick<Comparison, "difference" | "se" | "missing">;
}

/** What leaves more than one value possible around a comparison's difference. */
export type Around = Pick<Comparison, "missing" | "alternatives" | "widened">;

/** How far a set reaches beyond a difference, with the errors of its ends by that of the difference. */
export interface Widening {
  readonly below: number;
  readonly above: number;
  readonly spreads: readonly [number, number];
}

/** The set that a check adds to each alternative. */
export interface NamedWidening extends Widening {
  readonly code: ReasonCode;
  /** From a difference to the value farthest from it. */
  readonly farthest: JackknifeEstimate;
}

/** What clusters of users, or buckets of them, bring to a comparison's difference. */
export interface ComparisonClusters {
  /** Trajectories of each. */
  readonly sizes: Float64Array;
  /** Its sum about the mean of all: these add to 0. */
  readonly sums: Float64Array;
  /** The same of the baseline's value. */
  readonly baseSums?: Float64Array;
  /** Whether each is one user, not a bucket of several. */
  readonly areUsers: boolean;
  /**
   * Keys of those with many trajectories, by their place: where the study allows keys in results, else only those that
   * say that there is no user.
   */
  readonly keys?: ReadonlyMap<number, string>;
  /** The column of users, where the log has one. */
  readonly userColumn?: { readonly name: string; readonly isWhole: boolean };
}

/** What the log lacks of a comparison's views, and the set of differences that this leaves possible. */
export interface MissingOfComparison extends Widening {
  readonly candidate: MissingOfPolicy;
  /** Of a baseline that is not the logging policy. */
  readonly base?: MissingOfPolicy;
  /** The difference, and its error, where missing views are left out. */
  readonly without: Pick<Comparison, "difference" | "se">;
  /** From the difference where missing views earn nothing to that where they earn what their like do. */
  readonly shift: number;
  /** The same of all groups or without one. */
  readonly shiftOf: (without?: number) => number;
  /** The standard error at the point by that where missing views earn nothing. */
  readonly spread: number;
  /**
   * The difference where the candidate's missing views earn m each is none + one·m, with second moments in squares
   * of the standard error where they earn nothing.
   */
  readonly byReward: ByReward & { readonly atNothing: number };
  /** Whether an end of the set follows from a ceiling alone. */
  readonly open: { readonly low: boolean; readonly high: boolean };
}

export interface MissingOfPolicy {
  readonly support: Support;
  readonly rewards: MissingRewards;
}

/** The difference where the candidate's missing views earn m each: none + one·m, with second moments. */
export interface ByReward {
  readonly none: number;
  readonly one: number;
  readonly moments: readonly [none: number, covariance: number, one: number];
}

/** A re-estimate of a comparison's difference from the same log, and what is said of it. */
export interface Reestimate {
  readonly difference: number;
  readonly se: number;
  /** From the study's difference. */
  readonly shift: JackknifeEstimate;
  /** By how much its model may be wrong, downwards and upwards. */
  readonly errs?: Errs;
  /** Whether the check's own statistic is beyond two standard errors, and beyond what chance gives. */
  readonly hasSign: boolean;
  readonly isEstablished: boolean;
  /** No evidence, but an error so large that the verdict must hold under it. */
  readonly isNoisy?: boolean;
  /** Evidence that something harmless gives, too: it is shown and changes no verdict. */
  readonly isWatched?: boolean;
  /** It counts views: models of what users do may open a verdict and decide none. */
  readonly countsViews?: true;
  /** It may not decide a verdict, since the log refutes a part of it. */
  readonly mayNotDecide?: boolean;
  /** Up to "the difference is". */
  readonly says: string;
  /** What the study's number is by, after it. */
  readonly instead: string;
  /** When that is so, where `says` is no condition: "if they are robots". */
  readonly ifSo?: string;
  /** What the baseline earns by it, as a share of what it does by the study, where that is another number. */
  readonly ofBase?: number;
  /** After the numbers, where the verdict changes. */
  readonly remedy?: string;
  readonly facts: Facts;
  /** A further re-estimate with weaker evidence, under which a verdict must hold and which gives no number. */
  readonly weaker?: Pick<Reestimate, "difference" | "se" | "says">;
}

/**
 * `lead`: its number is the comparison's. `added`: it may be right as well. `replaced`: a deeper one contains it.
 * `none`: the log shows no sign of it.
 */
export type Role = "lead" | "added" | "replaced" | "none";

export type Errs = readonly [below: number, above: number];

/** How far a re-estimate is from the comparison's difference, and its error by the comparison's. */
export interface Placed {
  readonly offset: number;
  readonly spread: number;
}

/** An alternative of a comparison: how far it is from the comparison's difference, and its error by the comparison's. */
export interface Alternative extends Placed {
  readonly code: ReasonCode | "study";
  readonly role: Role;
  readonly errs: Errs;
  readonly ofBase?: number;
  /** Where the read's weaker re-estimate is. */
  readonly weaker?: Placed;
  /** Absent of the study's own. */
  readonly read?: Reestimate;
}
