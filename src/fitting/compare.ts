import { addTransitions } from "./add-transitions.js";
import type { FitOptions, Fitter } from "./fitter.js";
import { fitters } from "./fitters.js";
import type { ModelRow } from "./model-row.js";
import { crossFit } from "./quality/cross-fit.js";
import { curveError } from "./quality/curve-error.js";
import { goodnessOfFit } from "./quality/goodness-of-fit.js";
import { informationCriteria } from "./quality/information-criteria.js";
import { type Recommendation, recommend } from "./recommend.js";
import type { Transitions } from "./transitions.js";

/** Models side by side, and which of them to take. */
export interface Comparison {
  readonly rows: readonly ModelRow[];
  readonly recommendation: Recommendation;
}

/** Which models, and under which cut-off. */
export interface CompareOptions extends FitOptions {
  readonly fitters?: readonly Fitter[];
}

/**
 * Every model fitted on a log, which comes in one piece or in folds of whole users; with two folds or
 * more, each model also foretells every fold from the others, and the recommendation goes by that.
 */
export function compareModels(
  folds: readonly [Transitions, ...Transitions[]],
  { fitters: asked = fitters, ...options }: CompareOptions = {},
): Comparison {
  const [first, ...rest] = folds;
  const whole = rest.reduce(addTransitions, first);
  const rows = asked.map((fitter) => rowOf(fitter, whole, folds, options));
  return { rows, recommendation: recommend(rows) };
}

function rowOf(
  fitter: Fitter,
  whole: Transitions,
  folds: readonly Transitions[],
  options: FitOptions,
): ModelRow {
  const model = fitter.name;
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
