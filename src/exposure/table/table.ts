import { InternalError, type Reason, reason } from "../../errors.js";
import type { Parameters } from "../../parameters.js";
import type { Curve, Fit, FitOptions, Fitter } from "../curve.js";
import { fitOf } from "../fit-of.js";
import { allStopAtRankOne, noStops, noTransitions } from "../likelihood/refusals.js";
import { overRanks } from "../parts.js";
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
const measuredFitter = (curve: Curve): Fitter => ({
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

const curve: Curve = {
  name: "table",
  purpose: "The probabilities themselves, one per rank, as measured or published.",
  reference: "Wang et al., WSDM 2018: position bias as a free table.",
  parameters: [
    {
      kind: "numbers",
      name: "values",
      purpose: "p_1 = 1, p_2, …; ranks beyond the last are never viewed.",
      min: 0,
      max: 1,
      falling: true,
    },
  ],
  probabilities: (parameters, n) => {
    const values = valuesOf(parameters);
    return overRanks(n, (r) => values[r - 1] ?? 0);
  },
  logDerivatives: () => ({}),
  end: (parameters) => valuesOf(parameters).length,
  fault: (parameters, cutoff) => {
    const values = valuesOf(parameters);
    if (values[0] !== 1) {
      return reason("firstNotOne", `The first value must be 1; it is ${values[0]}.`, {
        expected: "values that begin with 1 (the first rank is always viewed)",
      });
    }
    if (cutoff === undefined || cutoff <= values.length) return undefined;
    return reason(
      "cutoffBeyondTable",
      `The cutoff ${cutoff} lies beyond the ${values.length} values of the table.`,
      { expected: `a cutoff in [1, ${values.length}], the number of values` },
    );
  },
};

function valuesOf(parameters: Parameters): readonly number[] {
  const { values } = parameters;
  if (Array.isArray(values)) return values;
  throw new InternalError(`The values of a table must be a list; they are ${values}.`);
}

/** p_r as listed, 0 beyond the list's end: [1, 0.7, 0.4] gives p_2 = 0.7 and p_4 = 0. */
export const table: Curve = { ...curve, fitter: measuredFitter(curve) };
