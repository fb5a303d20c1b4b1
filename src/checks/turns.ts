import { square } from "../numeric/elementary/square.js";
import type { ByReward, Comparison } from "./comparison.js";
import { type JackknifeEstimate, jackknife, kept } from "./jackknife.js";
import { comparisonUnder } from "./view-sums.js";

/** What a candidate's missing views add to a comparison's difference: none + one·m, of all groups or without one. */
export type Added = (without?: number) => { readonly none: number; readonly one: number };

/** The rewards a missing view at which a comparison is decided, and at which its difference is 0. */
export interface Turns {
  readonly positiveAbove: number | null;
  readonly negativeBelow: number | null;
  readonly zeroAt: number | null;
}

/** Where none + one·m is t standard errors from 0. */
export function turnsOf({ none, one, moments: [v0, v01, v1] }: ByReward, t: number): Turns {
  if (!(one > 0)) return { positiveAbove: null, negativeBelow: null, zeroAt: null };
  const zeroAt = -none / one;
  const a = square(one) - square(t) * v1;
  const b = none * one - square(t) * v01;
  const c = square(none) - square(t) * v0;
  if (!(a > 0)) return { positiveAbove: null, negativeBelow: null, zeroAt };
  const root = Math.sqrt(Math.max(0, square(b) - a * c));
  return { positiveAbove: (root - b) / a, negativeBelow: (-root - b) / a, zeroAt };
}

/** Of a comparison whose missing views earn nothing. */
export function byReward(comparison: Comparison, addedOf: Added): ByReward {
  const groups = comparison.log.trajectories.length;
  const noneOf = kept(
    (without) => comparisonUnder(comparison, comparison.curve, without) + addedOf(without).none,
  );
  const oneOf = kept((without) => addedOf(without).one);
  const [none, one] = [noneOf, oneOf].map((each) => jackknife(groups, each)) as [
    JackknifeEstimate,
    JackknifeEstimate,
  ];
  const both = jackknife(groups, (without) => noneOf(without) + oneOf(without));
  const plain = jackknife(groups, (without) =>
    comparisonUnder(comparison, comparison.curve, without),
  );
  const scale = plain.se > 0 ? square(comparison.se / plain.se) : 1;
  const covariance = (square(both.se) - square(none.se) - square(one.se)) / 2;
  return {
    none: comparison.difference + addedOf().none,
    one: one.value,
    moments: [scale * square(none.se), scale * covariance, scale * square(one.se)],
  };
}
