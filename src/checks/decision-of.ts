import type { Comparison } from "./comparison.js";
import { type IntervalTerms, intervalOf } from "./interval-of.js";

/** 1: above the baseline, −1: below it, 0: neither at the comparison's level. */
export type Decision = -1 | 0 | 1;

/** What a difference on that side of 0 says of the candidate. */
export const wordOf = ({ better }: Pick<Comparison, "better">, side: number): "better" | "worse" =>
  side > 0 === (better === "higher") ? "better" : "worse";

/** The decision on a difference with that error at the comparison's level. */
export function decisionOf(comparison: IntervalTerms, value: number, se: number): Decision {
  if (!(comparison.df > 0) || !(se >= 0)) return 0;
  const [lo, hi] = intervalOf(comparison, value, se);
  return lo > 0 ? 1 : hi < 0 ? -1 : 0;
}

/** A share of p below this establishes that something is there; .01 over the comparisons of the study. */
export const establishedLevel = ({ comparisons }: Pick<Comparison, "comparisons">): number =>
  0.01 / comparisons;

/** |t| beyond which an alternative estimate must agree with the verdict. */
export const trigger = 2;
