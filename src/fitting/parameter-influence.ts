import { type Reason, reason } from "../errors.js";
import { curveOf } from "../exposure/curve-of.js";
import { score, type TransitionScore } from "../exposure/score.js";
import type { Fit } from "./fitter.js";
import { numberParameter } from "./number-parameter.js";
import { observedInformation } from "./observed-information.js";
import { noCurvature } from "./refusals.js";

/**
 * What one stop, or one going on, at ranks 1 … n adds to a trajectory's influence on the fitted
 * parameter: score ÷ mean information per trajectory (methods B.11). The mean over all trajectories of
 * the fit is 0, and their sum of squares ÷ trajectories² is the parameter's variance. For `geometric`
 * with γ̂ = 0.5 from 10 transitions of 5 trajectories: −0.25 and 0.25. n is by default the deepest rank of
 * the fit. A reason where the fit lies on a boundary or has no parameter.
 */
export function parameterInfluence(
  fit: Fit,
  n: number = fit.transitions.atRisk.length,
): TransitionScore | Reason {
  if (fit.boundary !== undefined) return fit.boundary;
  const curve = curveOf(fit.curve);
  if (curve.parameters.every((spec) => spec.kind !== "number")) return noParameter(fit.model);
  const { name } = numberParameter(curve);
  const found = score(fit.curve, n, curve)[name];
  const total = observedInformation(fit.curve, fit.transitions, curve);
  if (!(total > 0)) return noCurvature(fit.model);
  const mean = total / fit.transitions.trajectories;
  const scaled = (values: readonly number[] = []): number[] => values.map((value) => value / mean);
  return { stop: scaled(found?.stop), onward: scaled(found?.onward) };
}

const noParameter = (model: string): Reason =>
  reason(
    "noParameter",
    `${model} has no number as a parameter; its influence is that of its hazards, rank by rank.`,
    { model },
  );
