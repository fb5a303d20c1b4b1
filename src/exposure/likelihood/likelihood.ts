import { ln } from "../../numeric/elementary/ln.js";
import { log1p } from "../../numeric/elementary/log1p.js";
import { scoresOf } from "../by-rank.js";
import type { Curve, CurveSpec, Fit } from "../curve.js";
import { numberParameter } from "../parts.js";
import { sumOver, type TransitionValues } from "../transitions/sums.js";
import type { Transitions } from "../transitions/transitions.js";

/**
 * ℓ = Σ_j d_j log h_j + (N_j − d_j) log(1 − h_j) of hazards by rank; −∞ where something happened that
 * they forbid. With a hazard of ½ at both ranks, the depths 1 and 2 have ℓ = −3·log 2.
 */
export function logLikelihood(hazards: readonly number[], transitions: Transitions): number {
  const stop = hazards.map((h) => ln(h));
  const continuation = hazards.map((h) => log1p(-h));
  return sumOver(transitions, { stop, continuation });
}

/** ℓ where each rank has its own hazard d_j/N_j: the most that any curve can reach. */
export function saturatedLogLikelihood(transitions: Transitions): number {
  const { atRisk, stops } = transitions;
  const shares = atRisk.map((risk, at) => (risk === 0 ? 0 : (stops[at] ?? 0) / risk));
  return logLikelihood(shares, transitions);
}

/** ∂ℓ/∂θ at the parameters of a curve: the scores of stops and continuations, summed. */
export function totalScore(
  curve: Curve,
  spec: CurveSpec,
  parameter: string,
  transitions: Transitions,
): number {
  const scores = scoresOf(curve, spec, transitions.atRisk.length)[parameter];
  return sumOver(transitions, scores ?? { stop: [], continuation: [] });
}

/**
 * −ℓ″ at a fitted parameter, from differences of the score: five points at steps of a thousandth of the
 * distance to the nearer end of the parameter's range leave a relative error near 1e-11.
 */
export function observedInformation(
  curve: Curve,
  spec: CurveSpec,
  transitions: Transitions,
): number {
  const { name, min, max } = numberParameter(curve);
  const at = Number(spec.parameters[name]);
  const step = 1e-3 * Math.min(at - min, max - at);
  const slope = (steps: number): number => {
    const parameters = { ...spec.parameters, [name]: at + steps * step };
    return totalScore(curve, { ...spec, parameters }, name, transitions);
  };
  return (slope(2) - 8 * slope(1) + 8 * slope(-1) - slope(-2)) / (12 * step);
}

/**
 * The influence of one stop, and of one continuation, at each rank of a fit on its parameter, to first
 * order: score ÷ observed information. For `geometric` with γ̂ = 0.5 from 10 transitions: −0.05 and 0.05.
 */
export function influenceOnParameter(curve: Curve, fit: Fit): TransitionValues {
  const { name } = numberParameter(curve);
  const { stop = [], continuation = [] } =
    scoresOf(curve, fit.curve, fit.transitions.atRisk.length)[name] ?? {};
  const information = observedInformation(curve, fit.curve, fit.transitions);
  const scaled = (scores: readonly number[]) => scores.map((score) => score / information);
  return { stop: scaled(stop), continuation: scaled(continuation) };
}
