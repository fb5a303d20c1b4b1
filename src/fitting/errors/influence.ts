import { type Reason, reason } from "../../errors.js";
import type { Fit, Splice } from "../../exposure/curve.js";
import { fitterOf } from "../../exposure/index.js";
import { noCurvature } from "../../exposure/likelihood/refusals.js";
import type { TransitionValues } from "../../exposure/transitions/sums.js";
import type { Transitions } from "../../exposure/transitions/transitions.js";
import { neumaierSum } from "../../numeric/neumaier-sum.js";
import { logRatioSlope } from "../tail/log-ratio-slope.js";

/** The influence of part of the data on each estimate of a fit, to first order; a spliced one included. */
export function parameterInfluence(fit: Fit): (part: Transitions) => readonly number[] {
  const { splice } = fit;
  const ofModel = fitterOf(fit.model, fit).parameterInfluence(fit);
  if (splice === undefined) return ofModel;
  const tail = parameterInfluence(splice.tail);
  const slopes = logRatioSlope(splice, fit.estimates.length);
  const joint = fit.estimates[splice.after - 1]?.value ?? Number.NaN;
  return (part) => {
    const [measured, [moved = Number.NaN]] = [ofModel(part), tail(part)];
    const atJoint = (measured[splice.after - 1] ?? Number.NaN) / joint;
    return fit.estimates.map(({ value }, at) =>
      at < splice.after ? (measured[at] ?? 0) : value * (atJoint + (slopes[at] ?? 0) * moved),
    );
  };
}

/**
 * The influence of one stop, and of one continuation, at each rank on a result θ̂, to first order, θ̂ having
 * the slopes `slopes[k − 1]` = ∂θ/∂log p_k along the fitted curve. Summed over the transitions of a part it
 * is the part's influence; the parts of all trajectories add to 0, and the squares of independent ones to
 * the variance that the curve's error gives θ̂. For `geometric` with γ̂ = 0.5 from 10 transitions and the
 * slope 1 at rank 2: −0.1 and 0.1. A reason where the fit has no error, or where the result depends on
 * ranks beyond a table.
 * See docs/methods.md, "Fitted curves: influence".
 */
export function curveInfluence(fit: Fit, slopes: readonly number[]): TransitionValues | Reason {
  const { splice, model } = fit;
  const counted = slopes.slice(0, fit.curve.cutoff ?? splice?.tail.curve.cutoff);
  const none = fit.boundary ?? withoutCurvature(fit) ?? beyondTable(fit, counted);
  if (none !== undefined) return none;
  if (splice === undefined) return fitterOf(model, fit).curveInfluence(fit, counted);
  const [direct, ratios] = slopesByPart(splice, counted);
  const tail = curveInfluence(splice.tail, ratios);
  return "code" in tail ? tail : added(fitterOf(model, fit).curveInfluence(fit, direct), tail);
}

/**
 * Beyond the joint s, log p_k = log p̂_s + log q_k(θ) − log q_s(θ): the slopes along the measured log p̂,
 * and along the tail's log q.
 */
function slopesByPart({ after }: Splice, slopes: readonly number[]): readonly [number[], number[]] {
  const beyond = neumaierSum(slopes.slice(after));
  const direct = Array.from({ length: after }, (_, at) => slopes[at] ?? 0);
  direct[after - 1] = (direct[after - 1] ?? 0) + beyond;
  const ratios = slopes.map((slope, at) => (at < after ? 0 : slope));
  if (ratios.length >= after) ratios[after - 1] = -beyond;
  return [direct, ratios];
}

const added = (a: TransitionValues, b: TransitionValues): TransitionValues => ({
  stop: a.stop.map((value, at) => value + (b.stop[at] ?? 0)),
  continuation: a.continuation.map((value, at) => value + (b.continuation[at] ?? 0)),
});

function withoutCurvature({ model, estimates }: Fit): Reason | undefined {
  const none = noCurvature(model);
  return estimates.some(({ se }) => typeof se !== "number" && se.code === none.code)
    ? none
    : undefined;
}

function beyondTable(fit: Fit, slopes: readonly number[]): Reason | undefined {
  const last = fit.estimates.length;
  const deepest = slopes.findLastIndex((slope) => slope !== 0) + 1;
  if (fitterOf(fit.model, fit).kind !== "measured" || deepest <= last) return undefined;
  return reason(
    "beyondTable",
    `The result depends on rank ${deepest}, and the measured curve ends at rank ${last}. Continue it by a tail, or end it by a cutoff.`,
    { rank: deepest, last },
  );
}
