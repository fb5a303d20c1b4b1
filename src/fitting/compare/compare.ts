import type { FitOptions, FittableCurve } from "../../exposure/curve.js";
import { fittableCurves } from "../../exposure/index.js";
import { addTransitions } from "../../exposure/transitions/sums.js";
import type { Transitions } from "../../exposure/transitions/transitions.js";
import { curveError } from "./curve-error.js";
import { goodnessOfFit } from "./goodness-of-fit.js";
import { crossFit } from "./held-out.js";
import { informationCriteria } from "./information-criteria.js";
import type { ModelRow } from "./model-row.js";
import { type Recommendation, recommend } from "./recommend.js";

/** Models side by side, and which of them to take. */
export interface Comparison {
  readonly rows: readonly ModelRow[];
  readonly recommendation: Recommendation;
}

/** Which models, and under which cut-off. */
export interface CompareOptions extends FitOptions {
  readonly curves?: readonly FittableCurve[];
}

/**
 * Every model fitted on a log, which comes in one piece or in folds of whole users; with two folds or
 * more, each model is also cross-validated, and the recommendation goes by that.
 */
export function compareModels(
  folds: readonly [Transitions, ...Transitions[]],
  { curves = fittableCurves, ...options }: CompareOptions = {},
): Comparison {
  const [first, ...rest] = folds;
  const whole = rest.reduce(addTransitions, first);
  const rows = curves.map((curve) => rowOf(curve, whole, folds, options));
  return { rows, recommendation: recommend(rows) };
}

function rowOf(
  { name: model, fitter }: FittableCurve,
  whole: Transitions,
  folds: readonly Transitions[],
  options: FitOptions,
): ModelRow {
  const fit = fitter.fit(whole, options);
  if ("code" in fit) return { model, none: fit };
  return {
    model,
    fit,
    goodness: goodnessOfFit(fit),
    criteria: informationCriteria(fit),
    error: curveError(fit),
    ...(folds.length > 1 ? { heldOut: crossFit(fitter, folds, options) } : {}),
  };
}
