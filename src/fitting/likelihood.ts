import { sumOver } from "./sum-over.js";
import type { Transitions } from "./transitions.js";

/**
 * ℓ = Σ_j d_j log h_j + (N_j − d_j) log(1 − h_j) (methods B.0) of hazards by rank; −∞ where something
 * happened that they forbid. With a hazard of ½ at both ranks, the depths 1 and 2 have ℓ = −3·log 2.
 */
export function logLikelihood(hazards: readonly number[], transitions: Transitions): number {
  const stop = hazards.map((h) => Math.log(h));
  const onward = hazards.map((h) => Math.log1p(-h));
  return sumOver(transitions, stop, onward);
}

/** ℓ where each rank has its own hazard d_j/N_j: the most that any curve can reach. */
export function saturatedLogLikelihood(transitions: Transitions): number {
  const { atRisk, stops } = transitions;
  const shares = atRisk.map((risk, at) => (risk === 0 ? 0 : (stops[at] ?? 0) / risk));
  return logLikelihood(shares, transitions);
}
