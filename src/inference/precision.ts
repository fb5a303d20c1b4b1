import { square } from "../numeric/elementary/square.js";
import {
  type RestrictedVariance,
  type RewardCells,
  restrictedVariance,
} from "./restricted-variance.js";

export interface PlainDifference {
  readonly difference: number;
  /** From bucket sums, with the correction for clusters of unequal size. */
  readonly se: number;
  /** Of the clusters. */
  readonly df: number;
}

/** SE* and ν under a hypothesis about the difference. */
export interface Precision {
  readonly se: number;
  readonly df: number;
  readonly variance: RestrictedVariance;
}

export interface WeighedRewards {
  readonly cells: RewardCells;
  /** n·Σc⁴/(Σc²)² over all rewarded rows. */
  readonly kurtosis: number;
}

/**
 * SE*² = SE² + max(0, V_0 − V_P)/n² · max(1, SE²n²/V_P): the variance under the hypothesis that the
 * difference is `hypothesis`; ν is the smaller of the clusters' and of the added variance's.
 */
export function precisionAt(
  plain: PlainDifference,
  { cells, kurtosis }: WeighedRewards,
  n: number,
  hypothesis: number,
): Precision {
  const move = -n * (plain.difference - hypothesis);
  const variance = restrictedVariance(cells, move, kurtosis);
  const { poisson, restricted } = variance;
  const inflation = poisson > 0 ? Math.max(1, square(plain.se * n) / poisson) : 1;
  const added = (Math.max(0, restricted - poisson) / square(n)) * inflation;
  return {
    se: Math.sqrt(square(plain.se) + added),
    df: Math.min(plain.df, Math.max(1, variance.df)),
    variance,
  };
}
