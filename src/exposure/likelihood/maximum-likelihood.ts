import type { Reason } from "../../errors.js";
import { exp } from "../../numeric/elementary/exp.js";
import { ln } from "../../numeric/elementary/ln.js";
import { neumaierSum } from "../../numeric/neumaier-sum.js";
import { parameterFault } from "../../parameters.js";
import { hazardsOf, probabilitiesOf } from "../by-rank.js";
import type { Curve, CurveSpec, Fit, FitOptions, Fitter } from "../curve.js";
import { fitOf } from "../fit-of.js";
import { numberParameter } from "../parts.js";
import { beforeCutoff } from "../transitions/ranks.js";
import { sumOver, type Totals, totalsOf } from "../transitions/sums.js";
import { checkTransitions, type Transitions } from "../transitions/transitions.js";
import {
  influenceOnParameter,
  logLikelihood,
  observedInformation,
  totalScore,
} from "./likelihood.js";

import * as refusals from "./refusals.js";

export interface OneParameter extends Pick<Fitter, "purpose" | "reference" | "usualTail"> {
  /** The value at which nobody stops. */
  readonly flatAt: number;
  /** The estimate, where it has a closed form; by default ℓ is maximised through the curve's score. */
  readonly closedForm?: (totals: Totals) => number;
}

/**
 * The fitter of a curve that has one parameter, by maximum likelihood; its error is from −ℓ″.
 * See docs/methods.md, "Maximum likelihood".
 */
export function maximumLikelihood(curve: Curve, declared: OneParameter): Fitter {
  const { flatAt: _, closedForm: __, ...described } = declared;
  return {
    ...described,
    kind: "parametric",
    fit: (transitions, options = {}) => {
      const informative = beforeCutoff(checkTransitions(transitions), options.cutoff);
      return "code" in informative ? informative : fitInside(curve, declared, informative, options);
    },
    predictHazards: (fit, n) => hazardsOf(curve, fit.curve, n),
    parameterInfluence: (fit) => {
      const influence = influenceOnParameter(curve, fit);
      return (part) => [sumOver(part, influence)];
    },
    curveInfluence: (fit, slopes) => {
      const { stop, continuation } = influenceOnParameter(curve, fit);
      const factor = slopeAlong(curve, fit, slopes);
      const times = (influence: readonly number[]) => influence.map((value) => factor * value);
      return { stop: times(stop), continuation: times(continuation) };
    },
  };
}

function fitInside(
  curve: Curve,
  declared: OneParameter,
  transitions: Transitions,
  options: FitOptions,
): Fit | Reason {
  const totals = totalsOf(transitions);
  if (totals.atRisk === 0) return refusals.noTransitions(transitions.trajectories);
  if (totals.stops === 0) return flat(curve, declared, transitions, options);
  if (totals.stops === totals.atRisk) return refusals.allStopAtRankOne(totals.stops);
  const value = declared.closedForm?.(totals) ?? numerically(curve, transitions);
  if (value === undefined) return refusals.noMaximum(curve.name, searchFrom, searchTo);
  const spec = at(curve, value, options);
  if ((probabilitiesOf(curve, spec, totals.ranks).at(-1) ?? 0) < 1e-290) {
    return refusals.curveUnderflows(curve.name, totals.ranks);
  }
  const { name } = numberParameter(curve);
  const information = observedInformation(curve, spec, transitions);
  const se = information > 0 ? 1 / Math.sqrt(information) : refusals.noCurvature(curve.name);
  const estimates = [{ name, value, se }];
  return fitOf({ curve: spec, estimates, freeParameters: 1 }, transitions, curve);
}

/** Without stops: the flat curve where its parameter is permitted, and why it has no error. */
function flat(
  curve: Curve,
  { flatAt }: OneParameter,
  transitions: Transitions,
  options: FitOptions,
): Fit | Reason {
  const boundary = refusals.noStops(totalsOf(transitions).atRisk);
  const parameter = numberParameter(curve);
  if (parameterFault(parameter, flatAt) !== undefined) return boundary;
  const estimates = [{ name: parameter.name, value: flatAt, se: boundary }];
  const base = { curve: at(curve, flatAt, options), estimates, freeParameters: 1, boundary };
  return fitOf(base, transitions, curve);
}

function numerically(curve: Curve, transitions: Transitions): number | undefined {
  const { name } = numberParameter(curve);
  return maximise({
    value: (value) =>
      logLikelihood(hazardsOf(curve, at(curve, value), transitions.atRisk.length), transitions),
    slope: (value) => totalScore(curve, at(curve, value), name, transitions),
  });
}

function at(curve: Curve, value: number, { cutoff }: FitOptions = {}): CurveSpec {
  const parameters = { [numberParameter(curve).name]: value };
  return { model: curve.name, parameters, ...(cutoff === undefined ? {} : { cutoff }) };
}

/** Σ_k slopes_k·∂log p_k/∂θ up to the cut-off; beyond it p is 0 whatever θ is. */
function slopeAlong(curve: Curve, { curve: spec }: Fit, slopes: readonly number[]): number {
  const { name } = numberParameter(curve);
  const ranks = Math.min(slopes.length, spec.cutoff ?? slopes.length);
  const derivatives = curve.logDerivatives(spec.parameters, ranks)[name] ?? [];
  return neumaierSum(derivatives.map((derivative, at) => derivative * (slopes[at] ?? 0)));
}

interface Objective {
  readonly value: (at: number) => number;
  readonly slope: (at: number) => number;
}

/** The range of the search. Estimates outside it would not be usable. */
const searchFrom = 1e-12;
const searchTo = 1e12;

/**
 * Where `value` is largest on [1e-12, 1e12], exact to the last digits; undefined where it has no maximum
 * inside. The sign of the slope is taken at steps of a factor e, each change from + to − is bisected
 * on the logarithm, and the best one wins, so that several maxima are told apart unless they are nearer than that.
 */
export function maximise({ value, slope }: Objective): number | undefined {
  const rises = (log: number): boolean => slope(exp(log)) > 0;
  const peaks: number[] = [];
  let before = rises(ln(searchFrom));
  for (let log = ln(searchFrom) + 1; log <= ln(searchTo); log++) {
    const here = rises(log);
    if (before && !here) peaks.push(exp(lastRise(rises, log - 1, log)));
    before = here;
  }
  return peaks.sort((a, b) => value(b) - value(a))[0];
}

function lastRise(rises: (log: number) => boolean, from: number, to: number): number {
  let [low, high] = [from, to];
  for (;;) {
    const middle = (low + high) / 2;
    if (middle <= low || middle >= high) return low;
    if (rises(middle)) low = middle;
    else high = middle;
  }
}
