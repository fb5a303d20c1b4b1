import type { DepthCounts, RewardsByDepth } from "./depths.js";
import { totalOf } from "./grouped-sums.js";
import { type JackknifeEstimate, jackknife, withVariance } from "./jackknife.js";
import type { Line } from "./line.js";
import { once } from "./once.js";
import { sum, tableOf } from "./reading.js";
import { logTotals } from "./tables.js";
import { slopeVariance, tasteSlope } from "./taste.js";

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

/**
 * b of rate ∝ depth^b with its error, which counts of rewarded rows bound from below; `last`: from the last viewed
 * rows too, which a reward that ends sessions spoils.
 */
export const tasteOf = (line: Line, last: boolean): JackknifeEstimate =>
  once(line.log, `taste of ${line.reward} ${last}`, () => {
    const groups = line.log.trajectories.length;
    const slope = (without?: number): number =>
      tasteSlope(depthsOf(line, without), byDepthOf(line, line.reward, "sum", without), last);
    const found = jackknife(groups, slope);
    const { rewarded, sum: sums } = totalOf(tableOf(line.log.rewards, line.reward).byDepth);
    const mark = Math.abs(sum(sums)) / sum(rewarded);
    const all = byDepthOf(line, line.reward, "sum");
    const variance = mark * slopeVariance(found.value, depthsOf(line), all, last);
    return found.value === 0 ? found : withVariance(found, variance);
  });
