import type { DepthCounts, RewardsByDepth } from "./depths.js";
import { totalOf } from "./grouped-sums.js";
import type { Line } from "./line.js";
import { tableOf } from "./reading.js";
import { logTotals } from "./tables.js";

/** The log's trajectories by final depth, of all groups or without one. */
export function depthsOf(line: Pick<Line, "log">, without?: number): DepthCounts {
  const { trajectories, atEnd } = logTotals(line.log, without).depths;
  return { trajectories, atEnd };
}

/** A reward, or its positive part, by rank and final depth. */
export function byDepthOf(
  line: Pick<Line, "log">,
  reward: string,
  part: "sum" | "positiveSum",
  without?: number,
): RewardsByDepth {
  return {
    depths: line.log.ranks,
    rewards: totalOf(tableOf(line.log.rewards, reward).byDepth, without)[part],
  };
}
