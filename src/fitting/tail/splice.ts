import { type Reason, reason, StudyError } from "../../errors.js";
import type { Fit, Splice } from "../../exposure/curve.js";
import { fitOf } from "../../exposure/fit-of.js";
import { curveOf, fitterOf, measuredCurve } from "../../exposure/index.js";
import { influenceOnParameter } from "../../exposure/likelihood/likelihood.js";
import { tabulate } from "../../exposure/tabulate.js";
import { greenwood } from "../../exposure/transitions/kaplan-meier.js";
import { sameTransitions } from "../../exposure/transitions/sums.js";
import type { Transitions } from "../../exposure/transitions/transitions.js";
import { square } from "../../numeric/elementary/square.js";
import { logRatioSlope } from "./log-ratio-slope.js";

/** How far a spliced table reaches, and after which rank the tail begins. */
export interface SpliceOptions {
  readonly to: number;
  /** Default: the last rank with 50 views at risk. */
  readonly after?: number;
}

/**
 * A measured table up to rank `after`, continued to rank `to` by the ratios of a parametric fit:
 * p_r = p̂_after·q_r/q_after. Errors are those of both, and of their covariance, since both come from
 * the same transitions. Throws a StudyError where they do not, or where the ranks make no sense.
 * See docs/methods.md, "Spliced tails".
 */
export function splice(measured: Fit, tail: Fit, options: SpliceOptions): Fit {
  const supported = Math.min(measured.lastSupportedRank, measured.estimates.length);
  const { to, after = supported } = options;
  const fault = misfit(measured, tail) ?? rankFault(measured, after, to);
  if (fault !== undefined) throw new StudyError(fault);
  const q = tabulate(tail.curve, to);
  const head = measured.estimates.slice(0, after).map(({ value }) => value);
  const scale = (head.at(-1) ?? Number.NaN) / (q[after - 1] ?? Number.NaN);
  const values = [...head, ...q.slice(after).map((value) => value * scale)];
  const errors = spliceErrors(measured.transitions, values, { after, tail });
  const estimates = values.map((value, at) => ({
    name: `p${at + 1}`,
    value,
    se: measured.boundary ?? errors[at] ?? Number.NaN,
  }));
  const base = {
    curve: { model: measuredCurve.name, parameters: { values } },
    estimates,
    freeParameters: after - 1 + tail.freeParameters,
    boundary: measured.boundary,
    splice: Object.freeze({ after, tail }),
  };
  return fitOf(base, measured.transitions, measuredCurve);
}

function misfit(measured: Fit, tail: Fit): Reason | undefined {
  if (measured.model !== measuredCurve.name || measured.splice !== undefined) {
    return reason(
      "spliceOfNoTable",
      `A tail is spliced onto a measured ${measuredCurve.name} without one; this fit is ${measured.splice === undefined ? measured.model : "spliced already"}.`,
      { model: measured.model },
    );
  }
  if (fitterOf(tail.model, tail).kind !== "parametric" || tail.boundary) {
    return reason(
      "noTail",
      `A tail must be a parametric fit with a standard error; ${tail.model} ${tail.boundary === undefined ? "has no parameter" : "lies on a boundary"}. Choose another model.`,
      { model: tail.model },
    );
  }
  if (sameTransitions(measured.transitions, tail.transitions)) return undefined;
  return reason(
    "otherTransitions",
    "The table and its tail must be fitted on the same transitions, with the same cutoff. Fit both again on one log.",
  );
}

function rankFault(measured: Fit, after: number, to: number): Reason | undefined {
  const last = measured.estimates.length;
  if (
    Number.isInteger(after) &&
    after >= 1 &&
    after <= last &&
    Number.isInteger(to) &&
    to > after
  ) {
    return undefined;
  }
  return reason(
    "spliceRanks",
    `A tail must begin after a measured rank in [1, ${last}] and end beyond it; it would begin after ${after} and end at ${to}.`,
    { after, to, last },
  );
}

/**
 * Standard errors of a spliced table. Up to the joint s they are Greenwood's; beyond,
 * Var log p_r = Var log p̂_s + 2·D·Cov(log p̂_s, θ̂) + D²·Var θ̂ with D = ∂log(q_r/q_s)/∂θ. Each transition is
 * binomial given what came before, so that variances and covariances add up over ranks.
 */
function spliceErrors(
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
