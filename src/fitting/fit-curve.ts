import type { Reason } from "../errors.js";
import type { Fit } from "../exposure/curve.js";
import { fitterOf } from "../exposure/index.js";
import { lastViewedRank, leastAtRisk } from "../exposure/transitions/ranks.js";
import type { Transitions } from "../exposure/transitions/transitions.js";
import { log2 } from "../numeric/elementary/log-in-base.js";
import { powerOfTwo } from "../numeric/elementary/power-of-two.js";
import type { ClusterKey } from "../tally/tally.js";
import { type Depths, transitionsByBucket, transitionsIn } from "./depths.js";
import { clusteredErrors } from "./errors/clustered-errors.js";
import type { FitCurveOptions } from "./fit-options.js";
import * as refusals from "./fit-refusals.js";
import { splice } from "./tail/splice.js";

/**
 * The curve of one feed as an evaluation uses it: fitted, a table continued by its tail to rank `to`, with
 * standard errors clustered by buckets of users; or the reason why the log gives none, with the study's keys.
 * A rank counts as supported while 50 trajectories (`support`) view it. Throws a StudyError for an
 * unknown model, and for depths as `transitionsIn` does.
 */
export function fitCurve(depths: Depths, options: FitCurveOptions): Fit | Reason {
  for (const name of [options.model, options.tail ?? options.model]) fitterOf(name, options);
  const fault = refusals.tailFault(options);
  if (fault !== undefined) return fault;
  const whole = transitionsIn(depths);
  const fit = usable(options.model, whole, options);
  if ("code" in fit) return fit;
  const reaching =
    fitterOf(fit.model, fit).kind === "measured" ? continued(fit, whole, options) : fit;
  if ("code" in reaching) return reaching;
  return clusteredErrors(reaching, transitionsByBucket(depths).values());
}

function usable(model: string, whole: Transitions, options: FitCurveOptions): Fit | Reason {
  const { cutoff } = options;
  const fit = fitterOf(model, options).fit(whole, cutoff === undefined ? {} : { cutoff });
  if ("code" in fit) return refusals.notFitted(fit);
  if (fit.boundary !== undefined) return refusals.notFitted(fit.boundary);
  return fit.fault === undefined ? fit : refusals.faulty(fit.fault, options, fit);
}

/** The table as it stands where that is far enough, else with its tail. */
function continued(measured: Fit, whole: Transitions, options: FitCurveOptions): Fit | Reason {
  const { tail: model, to, cutoff = Number.POSITIVE_INFINITY } = options;
  const ranks = measured.estimates.length;
  const supported = lastViewedRank(measured.transitions, options.support);
  const reach = Math.min(Math.max(to, ranks), cutoff);
  const grown = Math.min(nextReach(reach), cutoff);
  if (model === undefined) {
    if (ranks > supported) return refusals.beyondSupport(measured, supported, options);
    return reach > ranks ? refusals.beyondTable(measured, reach) : measured;
  }
  if (options.after === undefined && allStopAt(supported, measured.transitions, options.support)) {
    return measured;
  }
  const { after = supported } = options;
  if (after > ranks) return refusals.afterBeyondTable(after, ranks);
  if (after >= grown) return measured;
  const tail = usable(model, whole, options);
  return "code" in tail ? tail : splice(measured, tail, { after, to: grown });
}

/**
 * Whether all trajectories that arrive at a rank stop there, and enough of them to measure it: lists end, and nobody
 * views what would follow. A tail is for ranks of which the log says too little.
 */
const allStopAt = (
  rank: number,
  { atRisk, stops }: Transitions,
  support: number = leastAtRisk,
): boolean => {
  const risk = atRisk[rank - 1] ?? 0;
  return risk >= support && (stops[rank - 1] ?? 0) === risk;
};

const leastReach = 64;

/** Tails reach to 64 or twice that, and so on: logs of other depths then have the same curve. */
const nextReach = (rank: number): number =>
  leastReach * powerOfTwo(Math.max(0, Math.ceil(log2(rank / leastReach))));

/** The curve of one feed with the counts that it was fitted to, so that its uncertainty can be recomputed. */
export interface FeedFit {
  /** null where the log has no feeds. */
  readonly feed: string | null;
  readonly options: Omit<FitCurveOptions, "to" | "longest">;
  readonly fit: Fit;
  readonly depths: Depths;
  /** Whose values fell into the buckets of `depths`, and how. */
  readonly clusteredBy: ClusterKey;
  /** How many buckets there were to fall into. */
  readonly buckets: number;
}
