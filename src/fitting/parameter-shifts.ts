import type { Curve } from "../exposure/curve.js";
import { score, type TransitionScore } from "../exposure/score.js";
import type { Fit } from "./fitter.js";
import { numberParameter } from "./number-parameter.js";
import { observedInformation } from "./observed-information.js";

/**
 * What one stop, or one going on, at each rank of a fit moves its parameter by, to first order: score ÷
 * observed information (methods B.2). For `geometric` with γ̂ = 0.5 from 10 transitions: −0.05 and 0.05.
 */
export function parameterShifts(curve: Curve, fit: Fit): TransitionScore {
  const { name } = numberParameter(curve);
  const { stop = [], onward = [] } =
    score(fit.curve, fit.transitions.atRisk.length, curve)[name] ?? {};
  const information = observedInformation(fit.curve, fit.transitions, curve);
  const shifts = (scores: readonly number[]) => scores.map((each) => each / information);
  return { stop: shifts(stop), onward: shifts(onward) };
}
