import type { Transitions } from "./transitions.js";

/** Views at risk from which on a measured hazard is worth a weight. */
export const leastAtRisk = 50;

/**
 * The last rank with at least 50 views at risk: beyond it a measured curve supports no weight 1/p
 * (methods B.3). Never below 1, since the first rank is always viewed.
 */
export function lastSupportedRank({ atRisk }: Transitions): number {
  return Math.max(1, atRisk.findLastIndex((risk) => risk >= leastAtRisk) + 1);
}

/**
 * The last rank that at least 50 (`least`) trajectories were seen to arrive at; at least 1. Without
 * censoring it is the last supported rank. At the end of a full list, where nobody can go on and so
 * nothing is at risk, p is as well measured as at the rank before.
 */
export function lastViewedRank(
  { atRisk, stops }: Transitions,
  least: number = leastAtRisk,
): number {
  return atRisk.findLastIndex((risk, at) => risk - (stops[at] ?? 0) >= least) + 2;
}

/** How many views lie beyond a rank. */
export function viewsBeyond({ atRisk, stops }: Transitions, rank: number): number {
  const onward = atRisk.map((risk, at) => risk - (stops[at] ?? 0));
  return onward.slice(rank - 1).reduce((sum, count) => sum + count, 0);
}
