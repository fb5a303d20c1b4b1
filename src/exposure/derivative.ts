import type { Curve, CurveSpec } from "./curve.js";
import { curveOf } from "./curve-of.js";
import { beforeCutoff, tabulate } from "./tabulate.js";

/**
 * ∂p_r/∂θ = p_r · ∂log p_r/∂θ for r = 1 … n, one list per number-valued parameter θ; 0 beyond the
 * cut-off. For `geometric` with gamma = 0.5, `derivative(spec, 3)` is { gamma: [0, 1, 1] }.
 */
export function derivative(
  spec: CurveSpec,
  n: number,
  curve: Curve = curveOf(spec),
): Readonly<Record<string, number[]>> {
  const p = tabulate(spec, n, curve);
  const slopes = Object.entries(curve.logDerivatives(spec.parameters, n));
  return Object.fromEntries(
    slopes.map(([name, list]) => [
      name,
      beforeCutoff(
        spec,
        list.map((slope, index) => (p[index] ?? 0) * slope),
      ),
    ]),
  );
}
