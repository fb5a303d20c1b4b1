import type { Reason } from "../../errors.js";
import type { Curve } from "../curve.js";
import { fitOf } from "../fit-of.js";
import type { Fit, FitOptions, Fitter } from "../fitter.js";
import { allStopAtRankOne, noStops, noTransitions } from "../likelihood/refusals.js";
import {
  greenwood,
  influenceOnLogSurvival,
  influenceThroughSurvival,
  measuredSurvival,
} from "../transitions/kaplan-meier.js";
import { beforeCutoff } from "../transitions/ranks.js";
import { totalsOf } from "../transitions/sums.js";
import { checkTransitions, type Transitions } from "../transitions/transitions.js";

/** Kaplan–Meier: p̂_{r+1} = Π_{j≤r}(1 − d_j/N_j), with Greenwood's errors. */
export const measuredFitter = (curve: Curve): Fitter => ({
  purpose: "The probabilities as measured, rank by rank, with censored trajectories taken out.",
  reference: "Kaplan and Meier, JASA 53(282), 1958; errors: Greenwood, 1926.",
  kind: "measured",
  fit: (transitions, options = {}) => {
    const informative = beforeCutoff(checkTransitions(transitions), options.cutoff);
    return "code" in informative ? informative : measured(curve, informative, options);
  },
  // Krichevsky and Trofimov: a share of 0 must not forbid what merely has not happened yet.
  predictHazards: ({ transitions: { atRisk, stops } }, n) =>
    Array.from({ length: n }, (_, at) => ((stops[at] ?? 0) + 0.5) / ((atRisk[at] ?? 0) + 1)),
  parameterInfluence: (fit) => {
    const influence = influenceOnLogSurvival(fit.transitions);
    return (part) => {
      const onLogs = influence(part);
      return fit.estimates.map(({ value }, at) => value * (onLogs[at] ?? 0));
    };
  },
  curveInfluence: (fit, slopes) => influenceThroughSurvival(fit.transitions, slopes),
});

function measured(curve: Curve, transitions: Transitions, { cutoff }: FitOptions): Fit | Reason {
  const { atRisk, stops, ranks } = totalsOf(transitions);
  if (atRisk === 0) return noTransitions(transitions.trajectories);
  const values = measuredSurvival(transitions);
  const boundary =
    stops === 0 ? noStops(atRisk) : stops === atRisk ? allStopAtRankOne(stops) : undefined;
  const errors = greenwood(transitions, values);
  const estimates = values.map((value, at) => ({
    name: `p${at + 1}`,
    value,
    se: boundary ?? errors[at] ?? 0,
  }));
  const spec = {
    model: curve.name,
    parameters: { values },
    ...(cutoff === values.length ? { cutoff } : {}),
  };
  return fitOf({ curve: spec, estimates, freeParameters: ranks, boundary }, transitions, curve);
}
