import type { Splice } from "../../exposure/fitter.js";
import { curveOf } from "../../exposure/index.js";
import { influenceOnParameter } from "../../exposure/likelihood/likelihood.js";
import { greenwood } from "../../exposure/transitions/kaplan-meier.js";
import type { Transitions } from "../../exposure/transitions/transitions.js";
import { square } from "../../numeric/index.js";
import { logRatioSlope } from "./log-ratio-slope.js";

/**
 * Standard errors of a spliced table. Up to the joint s they are Greenwood's; beyond,
 * Var log p_r = Var log p̂_s + 2·D·Cov(log p̂_s, θ̂) + D²·Var θ̂ with D = ∂log(q_r/q_s)/∂θ. Each transition is
 * binomial given what came before, so that variances and covariances add up over ranks.
 */
export function spliceErrors(
  transitions: Transitions,
  values: readonly number[],
  splice: Splice,
): readonly number[] {
  const errors = greenwood(transitions, values.slice(0, splice.after));
  const atJoint = (errors.at(-1) ?? 0) / (values[splice.after - 1] ?? Number.NaN);
  const { variance, covariance } = tailMoments(transitions, splice);
  const slopes = logRatioSlope(splice, values.length);
  return values.map((value, at) => {
    const slope = slopes[at] ?? 0;
    const spread = square(atJoint) + 2 * slope * covariance + square(slope) * variance;
    return errors[at] ?? value * Math.sqrt(spread);
  });
}

/** Var θ̂ and Cov(log p̂_s, θ̂), from the influence of a stop in place of a continuation on each. */
function tailMoments(
  { atRisk, stops }: Transitions,
  { after, tail }: Splice,
): { readonly variance: number; readonly covariance: number } {
  const { stop, continuation } = influenceOnParameter(curveOf(tail.curve), tail);
  let [variance, covariance] = [0, 0];
  for (const [at, risk] of atRisk.entries()) {
    const share = risk === 0 ? 0 : (stops[at] ?? 0) / risk;
    if (share === 0) continue;
    const moved = (stop[at] ?? 0) - (continuation[at] ?? 0);
    variance += risk * share * (1 - share) * square(moved);
    if (at + 1 < after) covariance -= share * moved;
  }
  return { variance, covariance };
}
