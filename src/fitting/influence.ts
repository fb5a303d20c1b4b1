import { type Reason, reason } from "../errors.js";
import type { TransitionScore } from "../exposure/score.js";
import { table } from "../exposure/table/table.js";
import { neumaierSum } from "../numeric/neumaier-sum.js";
import type { Fit, Splice } from "./fitter.js";
import { fitterOf } from "./fitter-of.js";
import { noCurvature } from "./refusals.js";

/**
 * What one stop, and one going on, at each rank moves a result θ̂ by, to first order, θ̂ having the slopes
 * `slopes[k − 1]` = ∂θ/∂log p_k along the fitted curve (methods B.11). Summed over the transitions of a
 * part it is the part's influence; the parts of all trajectories add to 0, and the squares of
 * independent ones to the variance that the curve gives θ̂. For `geometric` with γ̂ = 0.5 from 10
 * transitions and the slope 1 at rank 2: −0.1 and 0.1. A reason where the fit has no error, or where the
 * result rests on ranks beyond a table.
 */
export function curveInfluence(fit: Fit, slopes: readonly number[]): TransitionScore | Reason {
  const { splice, model } = fit;
  const counted = slopes.slice(0, fit.curve.cutoff ?? splice?.tail.curve.cutoff);
  const none = fit.boundary ?? withoutCurvature(fit) ?? beyondTable(fit, counted);
  if (none !== undefined) return none;
  if (splice === undefined) return fitterOf(model).influence(fit, counted);
  const [own, ratios] = apart(splice, counted);
  const tail = curveInfluence(splice.tail, ratios);
  return "code" in tail ? tail : added(fitterOf(model).influence(fit, own), tail);
}

/**
 * Beyond the joint s, log p_k = log p̂_s + log q_k(θ) − log q_s(θ): the slopes along the measured log p̂,
 * and along the tail's log q.
 */
function apart({ after }: Splice, slopes: readonly number[]): readonly [number[], number[]] {
  const beyond = neumaierSum(slopes.slice(after));
  const own = Array.from({ length: after }, (_, at) => slopes[at] ?? 0);
  own[after - 1] = (own[after - 1] ?? 0) + beyond;
  const ratios = slopes.map((slope, at) => (at < after ? 0 : slope));
  if (ratios.length >= after) ratios[after - 1] = -beyond;
  return [own, ratios];
}

const added = (a: TransitionScore, b: TransitionScore): TransitionScore => ({
  stop: a.stop.map((value, at) => value + (b.stop[at] ?? 0)),
  onward: a.onward.map((value, at) => value + (b.onward[at] ?? 0)),
});

function withoutCurvature({ model, estimates }: Fit): Reason | undefined {
  const none = noCurvature(model);
  return estimates.some(({ se }) => typeof se !== "number" && se.code === none.code)
    ? none
    : undefined;
}

function beyondTable({ model, estimates }: Fit, slopes: readonly number[]): Reason | undefined {
  const last = estimates.length;
  const deepest = slopes.findLastIndex((slope) => slope !== 0) + 1;
  if (model !== table.name || deepest <= last) return undefined;
  return reason(
    "beyondTable",
    `The result rests on rank ${deepest}, and the measured curve ends at rank ${last}. Continue it by a tail, or end it by a cutoff.`,
    { rank: deepest, last },
  );
}
