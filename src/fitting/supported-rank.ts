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
