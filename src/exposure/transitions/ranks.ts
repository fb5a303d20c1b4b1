import { type Reason, reason } from "../../errors.js";
import type { Transitions } from "./transitions.js";

/** Fewest views at risk at a rank for its measured hazard to support a weight. */
export const leastAtRisk = 50;

/**
 * The last rank with at least 50 views at risk: beyond it a measured curve supports no weight 1/p.
 * Never below 1, since the first rank is always viewed.
 */
export function lastSupportedRank({ atRisk }: Transitions): number {
  return Math.max(1, atRisk.findLastIndex((risk) => risk >= leastAtRisk) + 1);
}

/**
 * The last rank that at least 50 (`least`) trajectories were seen to reach; at least 1. Without
 * censoring it is the last supported rank. At the end of a full list, where nobody can continue and so
 * nothing is at risk, p is as well measured as at the rank before.
 */
export function lastViewedRank(
  { atRisk, stops }: Transitions,
  least: number = leastAtRisk,
): number {
  return atRisk.findLastIndex((risk, at) => risk - (stops[at] ?? 0) >= least) + 2;
}

export function viewsBeyond({ atRisk, stops }: Transitions, rank: number): number {
  const continued = atRisk.map((risk, at) => risk - (stops[at] ?? 0));
  return continued.slice(rank - 1).reduce((sum, count) => sum + count, 0);
}

/**
 * The transitions that are informative about a curve with that cut-off: those at ranks before it, since
 * what happens at the cut-off is certain. A view beyond it contradicts the curve: a reason.
 */
export function beforeCutoff(
  transitions: Transitions,
  cutoff: number | undefined,
): Transitions | Reason {
  const { atRisk, stops, trajectories } = transitions;
  if (cutoff === undefined || cutoff > atRisk.length) return transitions;
  const beyond = (atRisk[cutoff - 1] ?? 0) - (stops[cutoff - 1] ?? 0);
  if (beyond > 0) return viewsBeyondCutoff(cutoff, beyond, atRisk.length);
  const before = (counts: readonly number[]): readonly number[] => counts.slice(0, cutoff - 1);
  return Object.freeze({ atRisk: before(atRisk), stops: before(stops), trajectories });
}

const viewsBeyondCutoff = (cutoff: number, trajectories: number, ranks: number): Reason =>
  reason(
    "viewsBeyondCutoff",
    `${trajectories} trajectories went on beyond rank ${cutoff}, the cutoff; a curve with that cutoff says that nobody does. Raise the cutoff to the deepest rank that can be viewed (at least ${ranks}).`,
    { cutoff, trajectories, ranks },
  );
