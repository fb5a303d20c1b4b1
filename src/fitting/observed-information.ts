import type { Curve, CurveSpec } from "../exposure/curve.js";
import { numberParameter } from "./number-parameter.js";
import { totalScore } from "./total-score.js";
import type { Transitions } from "./transitions.js";

/**
 * −ℓ″ at a fitted parameter, from differences of the score: five points at steps of a thousandth of the
 * distance to the nearer end of the parameter's range leave a relative error near 1e-11.
 */
export function observedInformation(
  spec: CurveSpec,
  transitions: Transitions,
  curve: Curve,
): number {
  const { name, min, max } = numberParameter(curve);
  const at = Number(spec.parameters[name]);
  const step = 1e-3 * Math.min(at - min, max - at);
  const slope = (steps: number): number => {
    const parameters = { ...spec.parameters, [name]: at + steps * step };
    return totalScore({ ...spec, parameters }, name, transitions, curve);
  };
  return (slope(2) - 8 * slope(1) + 8 * slope(-1) - slope(-2)) / (12 * step);
}
