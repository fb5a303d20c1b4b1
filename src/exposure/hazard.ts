import type { Curve, CurveSpec } from "./curve.js";
import { curveOf } from "./curve-of.js";
import { tabulate } from "./tabulate.js";

/**
 * h_1 … h_n: the chance h_r = P(depth = r | depth ≥ r) = 1 − p_{r+1}/p_r that a view at rank r is the
 * last (methods B.0). It is 1 at the cut-off and wherever p_r = 0. For `geometric` it is 1 − gamma.
 */
export function hazard(spec: CurveSpec, n: number, curve: Curve = curveOf(spec)): number[] {
  const p = tabulate(spec, n + 1, curve);
  return Array.from({ length: n }, (_, index) => {
    const here = p[index] ?? 0;
    return here === 0 ? 1 : 1 - (p[index + 1] ?? 0) / here;
  });
}
