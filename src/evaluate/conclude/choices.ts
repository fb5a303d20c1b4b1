import type { Reason } from "../../errors.js";
import type { Estimand } from "../../estimators/estimator.js";
import type { BestOf } from "../../inference/best-of.js";
import type { Interval } from "../../inference/intervals/interval.js";
import type { Parameters } from "../../parameters.js";

/** The best of several candidates by one estimator. */
export interface BestCandidate extends Omit<BestOf, "best"> {
  readonly policy: string;
  readonly baseline: string;
  readonly reward: string;
  readonly feed: string | null;
  readonly estimator: string;
  readonly parameters: Parameters;
  /** How many were to be chosen from. */
  readonly candidates: number;
}

/**
 * Which of several limits of weights the data choose: on one half of the users, answered by the other half, and the other way
 * round. The interval, always by t, holds what these two clips come to, not the bias that is left in them.
 */
export interface ClipOnHalves {
  readonly policy: string;
  readonly reward: string;
  readonly estimand: Estimand;
  readonly feed: string | null;
  readonly estimator: string;
  /** The parameter that was chosen: `clip`, `clipRatio`, `limit` or `shrinkage`. */
  readonly limit: string;
  /** As all users choose it. */
  readonly parameters: Parameters;
  readonly halves: readonly [Parameters, Parameters];
  /** Whether the unclipped interval was too wide to see a bias: the choice is then the strongest clip, unfounded. */
  readonly isBlind: boolean;
  /** What the halves' choices come to on the other halves. */
  readonly value: number;
  readonly se: number;
  readonly interval: Interval;
}

/**
 * What the clips of a list leave of the weights of a policy's views, and the most that they take from its value.
 * No reward is read: it is the same for all of them.
 */
export type ClipWeights = ClipWeightsKey &
  ({ readonly points: readonly ClipPoint[] } | { readonly none: Reason });

export interface ClipWeightsKey {
  readonly policy: string;
  readonly estimand: Estimand;
  readonly feed: string | null;
  readonly estimator: string;
  /** The parameter that is listed: `clip`, `clipRatio`, `limit` or `shrinkage`. */
  readonly limit: string;
}

/** One clip of a list; the strongest comes first, "inf" last. */
export interface ClipPoint {
  readonly at: number | "inf";
  readonly parameters: Parameters;
  /** Kish's (Σw)²/Σw² over viewed impressions. */
  readonly ess: number;
  /** The most that the clip takes from the value where a view earns from 0 to 1 (or what was predicted, give or take 1); as seen in the views of this log. */
  readonly biasBound: number;
}

/** What a normal prior on the lift makes of a verdict's lift. */
export interface LiftPosterior {
  /** The standard deviation of lifts before the log was read, around 0. */
  readonly priorSd: number;
  readonly mean: number;
  readonly sd: number;
  /** The chance that the candidate is better than the baseline, whichever direction that is. */
  readonly chanceToBeat: number;
  /** Where missing views leave a set of lifts: the chance at its better end; `chanceToBeat` and `expectedLoss` are those at its worse one. */
  readonly mostChanceToBeat?: number;
  /** What choosing the candidate loses on average, relative to the baseline. */
  readonly expectedLoss: number;
}

/** A prior without chances: the interval of the lift is not about that of a normal estimate. */
export interface NoPosterior {
  readonly priorSd: number;
  readonly none: Reason;
}
