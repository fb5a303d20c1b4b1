import { hazardsOf, probabilitiesOf } from "./by-rank.js";
import type { CurveSpec } from "./curve.js";
import { curveOf } from "./index.js";

/**
 * p_1 … p_n of a curve, 0 beyond its cut-off. Throws a StudyError where no curve has the model's name.
 * `tabulate({ model: "geometric", parameters: { gamma: 0.5 }, cutoff: 2 }, 3)` is [1, 0.5, 0].
 */
export function tabulate(spec: CurveSpec, n: number): number[] {
  return probabilitiesOf(curveOf(spec), spec, n);
}

/**
 * h_1 … h_n of a curve, h_r = 1 − p_{r+1}/p_r: the probability that a view at rank r is the last. Throws
 * as `tabulate` does. `hazard({ model: "geometric", parameters: { gamma: 0.9 } }, 2)` is about [0.1, 0.1].
 */
export function hazard(spec: CurveSpec, n: number): number[] {
  return hazardsOf(curveOf(spec), spec, n);
}

/** The last rank at which a curve is positive, where there is one. Throws as `tabulate` does. */
export function cutoffOf(spec: CurveSpec): number | undefined {
  return spec.cutoff ?? curveOf(spec).end?.(spec.parameters);
}
