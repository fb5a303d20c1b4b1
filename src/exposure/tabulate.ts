import type { Curve, CurveSpec } from "./curve.js";
import { curveOf } from "./curve-of.js";

/**
 * p_1 … p_n of a curve, 0 beyond its cut-off. Throws a StudyError where no member has the model's name.
 * `tabulate({ model: "geometric", parameters: { gamma: 0.5 }, cutoff: 2 }, 3)` is [1, 0.5, 0].
 */
export function tabulate(spec: CurveSpec, n: number, curve: Curve = curveOf(spec)): number[] {
  return beforeCutoff(spec, curve.probabilities(spec.parameters, n));
}

/** The values of ranks 1 … n as they are up to the cut-off, 0 beyond. */
export function beforeCutoff(spec: CurveSpec, values: readonly number[]): number[] {
  const last = spec.cutoff ?? Number.POSITIVE_INFINITY;
  return values.map((value, index) => (index < last ? value : 0));
}
