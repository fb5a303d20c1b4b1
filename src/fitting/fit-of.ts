import type { Reason } from "../errors.js";
import type { Curve, CurveSpec } from "../exposure/curve.js";
import { hazard } from "../exposure/hazard.js";
import type { Estimate, Fit, Splice } from "./fitter.js";
import { logLikelihood } from "./likelihood.js";
import { lastSupportedRank } from "./supported-rank.js";
import type { Transitions } from "./transitions.js";

/** What a member found; the rest of a fit follows from it. */
export interface Found {
  readonly curve: CurveSpec;
  readonly estimates: readonly Estimate[];
  readonly freeParameters: number;
  readonly boundary?: Reason | undefined;
  readonly splice?: Splice;
}

/** The fit of what was found: its likelihood, how far the log supports it, and what is at fault. */
export function fitOf(found: Found, transitions: Transitions, member: Curve): Fit {
  const { curve, estimates, freeParameters, boundary, splice } = found;
  const fault = member.fault?.(curve.parameters, curve.cutoff);
  return Object.freeze({
    model: member.name,
    curve,
    estimates,
    freeParameters,
    logLikelihood: logLikelihood(hazard(curve, transitions.atRisk.length, member), transitions),
    transitions,
    lastSupportedRank: lastSupportedRank(transitions),
    ...(boundary === undefined ? {} : { boundary }),
    ...(fault === undefined ? {} : { fault }),
    ...(splice === undefined ? {} : { splice }),
  });
}
