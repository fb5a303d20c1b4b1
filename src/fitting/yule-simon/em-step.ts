import { neumaierSum } from "../../numeric/neumaier-sum.js";
import { totalsOf } from "../totals.js";
import type { Transitions } from "../transitions.js";

/**
 * One step of expectation–maximisation for ρ, reading Yule–Simon as a mixture of geometric depths:
 * ρ ← Σd / Σ_j N_j/(ρ+j). Its fixed point is the estimate of maximum likelihood, reached slowly, which is
 * why it serves as a check and not as the way to fit (methods B.2).
 */
export function emStep(transitions: Transitions, rho: number): number {
  const exposed = neumaierSum(transitions.atRisk.map((risk, at) => risk / (rho + at + 1)));
  return totalsOf(transitions).stops / exposed;
}
