import type { Curve, CurveSpec } from "../exposure/curve.js";
import { score } from "../exposure/score.js";
import { sumOver } from "./sum-over.js";
import type { Transitions } from "./transitions.js";

/** ∂ℓ/∂θ at the parameters of a curve: its scores of stops and of going on, summed over transitions. */
export function totalScore(
  spec: CurveSpec,
  parameter: string,
  transitions: Transitions,
  curve: Curve,
): number {
  const found = score(spec, transitions.atRisk.length, curve)[parameter];
  return sumOver(transitions, found?.stop ?? [], found?.onward ?? []);
}
