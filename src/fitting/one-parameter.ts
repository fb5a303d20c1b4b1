import type { Reason } from "../errors.js";
import type { Curve, CurveSpec } from "../exposure/curve.js";
import { hazard } from "../exposure/hazard.js";
import { tabulate } from "../exposure/tabulate.js";
import { neumaierSum } from "../numeric/neumaier-sum.js";
import type { NumberParameter } from "../parameters.js";
import { parameterFault } from "../parameters.js";
import { beforeCutoff } from "./before-cutoff.js";
import { fitOf } from "./fit-of.js";
import type { Fit, FitOptions, Fitter } from "./fitter.js";
import { logLikelihood } from "./likelihood.js";
import { maximise, searchFrom, searchTo } from "./maximise.js";
import { numberParameter } from "./number-parameter.js";
import { observedInformation } from "./observed-information.js";
import { parameterShifts } from "./parameter-shifts.js";
import * as refusals from "./refusals.js";
import { sumOver } from "./sum-over.js";
import { totalScore } from "./total-score.js";
import { type Totals, totalsOf } from "./totals.js";
import { checkTransitions, type Transitions } from "./transitions.js";

/** What a member with one parameter says of itself. */
export interface OneParameter {
  readonly curve: Curve;
  readonly purpose: string;
  readonly reference: string;
  /** The value at which nobody stops. */
  readonly flatAt: number;
  /** The estimate, where it has a closed form; by default ℓ is maximised through the curve's score. */
  readonly closedForm?: (totals: Totals) => number;
}

/** The fitter of a curve that has one parameter, by maximum likelihood; its error is from −ℓ″. */
export function oneParameter(member: OneParameter): Fitter {
  const { curve, purpose, reference } = member;
  return {
    name: curve.name,
    purpose,
    reference,
    fit: (transitions, options = {}) => {
      const informative = beforeCutoff(checkTransitions(transitions), options.cutoff);
      return "code" in informative ? informative : fitInside(member, informative, options);
    },
    foretell: (fit, n) => hazard(fit.curve, n, curve),
    shift: (fit) => {
      const { stop, onward } = parameterShifts(curve, fit);
      return (part) => [sumOver(part, stop, onward)];
    },
    influence: (fit, slopes) => {
      const { stop, onward } = parameterShifts(curve, fit);
      const factor = slopeAlong(curve, fit, slopes);
      const times = (shifts: readonly number[]) => shifts.map((shift) => factor * shift);
      return { stop: times(stop), onward: times(onward) };
    },
  };
}

function fitInside(
  member: OneParameter,
  transitions: Transitions,
  options: FitOptions,
): Fit | Reason {
  const { curve } = member;
  const totals = totalsOf(transitions);
  if (totals.atRisk === 0) return refusals.noTransitions(transitions.trajectories);
  if (totals.stops === 0) return flat(member, transitions, options);
  if (totals.stops === totals.atRisk) return refusals.allStopAtRankOne(totals.stops);
  const value = member.closedForm?.(totals) ?? numerically(curve, transitions);
  if (value === undefined) return refusals.noMaximum(curve.name, searchFrom, searchTo);
  const spec = at(curve, value, options);
  if ((tabulate(spec, totals.ranks, curve).at(-1) ?? 0) < 1e-290) {
    return refusals.curveUnderflows(curve.name, totals.ranks);
  }
  const { name } = numberParameter(curve);
  const information = observedInformation(spec, transitions, curve);
  const se = information > 0 ? 1 / Math.sqrt(information) : refusals.noCurvature(curve.name);
  const estimates = [{ name, value, se }];
  return fitOf({ curve: spec, estimates, freeParameters: 1 }, transitions, curve);
}

/** Without stops: the flat curve where its parameter is permitted, and why it has no error. */
function flat(
  { curve, flatAt }: OneParameter,
  transitions: Transitions,
  options: FitOptions,
): Fit | Reason {
  const boundary = refusals.noStops(totalsOf(transitions).atRisk);
  const declared: NumberParameter = numberParameter(curve);
  if (parameterFault(declared, flatAt) !== undefined) return boundary;
  const estimates = [{ name: declared.name, value: flatAt, se: boundary }];
  const found = { curve: at(curve, flatAt, options), estimates, freeParameters: 1, boundary };
  return fitOf(found, transitions, curve);
}

function numerically(curve: Curve, transitions: Transitions): number | undefined {
  const { name } = numberParameter(curve);
  return maximise({
    value: (value) =>
      logLikelihood(hazard(at(curve, value), transitions.atRisk.length, curve), transitions),
    slope: (value) => totalScore(at(curve, value), name, transitions, curve),
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
  return neumaierSum(derivatives.map((each, at) => each * (slopes[at] ?? 0)));
}
