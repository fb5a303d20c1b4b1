import type { Reason } from "../errors.js";
import { hazardsOf } from "./by-rank.js";
import type { Curve, Fit } from "./curve.js";
import { logLikelihood } from "./likelihood/likelihood.js";
import { lastSupportedRank } from "./transitions/ranks.js";
import type { Transitions } from "./transitions/transitions.js";

/** What a fitter estimated; the rest of a fit follows from it. */
export interface EstimationResult
  extends Pick<Fit, "curve" | "estimates" | "freeParameters" | "splice"> {
  readonly boundary?: Reason | undefined;
}

/** The fit with its likelihood, how far the log supports it, and what is wrong with it. */
export function fitOf(result: EstimationResult, transitions: Transitions, member: Curve): Fit {
  const { curve, estimates, freeParameters, boundary, splice } = result;
  const fault = member.fault?.(curve.parameters, curve.cutoff);
  return Object.freeze({
    model: member.name,
    curve,
    estimates,
    freeParameters,
    logLikelihood: logLikelihood(hazardsOf(member, curve, transitions.atRisk.length), transitions),
    transitions,
    lastSupportedRank: lastSupportedRank(transitions),
    ...(boundary === undefined ? {} : { boundary }),
    ...(fault === undefined ? {} : { fault }),
    ...(splice === undefined ? {} : { splice }),
  });
}
