import type { Reason } from "../../errors.js";
import { table as curve } from "../../exposure/table/table.js";
import { beforeCutoff } from "../before-cutoff.js";
import { fitOf } from "../fit-of.js";
import type { Fit, FitOptions, Fitter } from "../fitter.js";
import { allStopAtRankOne, noStops, noTransitions } from "../refusals.js";
import { totalsOf } from "../totals.js";
import { checkTransitions, type Transitions } from "../transitions.js";
import { greenwood } from "./greenwood.js";
import { logSurvivalShift } from "./log-survival-shift.js";
import { measuredSurvival } from "./measured-survival.js";
import { survivalInfluence } from "./survival-influence.js";

/** Kaplan–Meier: p̂_{r+1} = Π_{j≤r}(1 − d_j/N_j), with Greenwood's errors. */
export const table: Fitter = {
  name: curve.name,
  purpose: "The probabilities as measured, rank by rank, with censored trajectories taken out.",
  reference: "Kaplan and Meier, JASA 53(282), 1958; errors: Greenwood, 1926.",
  fit: (transitions, options = {}) => {
    const informative = beforeCutoff(checkTransitions(transitions), options.cutoff);
    return "code" in informative ? informative : measured(informative, options);
  },
  // Krichevsky and Trofimov: a share of 0 must not forbid what merely has not happened yet.
  foretell: ({ transitions: { atRisk, stops } }, n) =>
    Array.from({ length: n }, (_, at) => ((stops[at] ?? 0) + 0.5) / ((atRisk[at] ?? 0) + 1)),
  shift: (fit) => {
    const shifts = logSurvivalShift(fit.transitions);
    return (part) => {
      const moved = shifts(part);
      return fit.estimates.map(({ value }, at) => value * (moved[at] ?? 0));
    };
  },
  influence: (fit, slopes) => survivalInfluence(fit.transitions, slopes),
};

function measured(transitions: Transitions, { cutoff }: FitOptions): Fit | Reason {
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
