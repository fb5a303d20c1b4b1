import type { DepthCounts, RewardsByDepth } from "./depths.js";
import { totalOf } from "./grouped-sums.js";
import { type JackknifeEstimate, jackknife, withVariance } from "./jackknife.js";
import type { Line } from "./line.js";
import { once } from "./once.js";
import { sum, tableOf } from "./reading.js";
import { logTotals } from "./tables.js";
import { slopeVariance, tasteSlope } from "./taste.js";

/** The log's trajectories by final depth, of all groups or without one. */
export function depthsOf({ log }: Pick<Line, "log">, without?: number): DepthCounts {
  const { trajectories, atEnd } = logTotals(log, without).depths;
  return { trajectories, atEnd, ...(hasGaps(log) && { above: shareAbove(log, without) }) };
}

/** Share of the ranks down to the deepest view that may have no row before rows are taken to be left out. */
const fewGaps = 0.01;

/** Whether trajectories skip ranks, so that not each of those that go deeper has a row at a rank. */
const hasGaps = (log: Line["log"]): boolean =>
  once(log, "gaps", () => {
    const { views, depths } = logTotals(log);
    const deep = depths.trajectories.reduce((total, count, at) => total + count * (at + 1), 0);
    return sum(views.views) < (1 - fewGaps) * deep;
  });

/** f_r = (n_r − D_r)/Σ_{k>r} D_k */
function shareAbove(log: Line["log"], without?: number): Float64Array {
  const { views, depths } = logTotals(log, without);
  const above = new Float64Array(log.ranks).fill(1);
  let beyond = 0;
  for (let at = log.ranks - 1; at >= 0; at--) {
    const last = depths.trajectories[at] ?? 0;
    if (beyond > 0) above[at] = ((views.views[at] ?? 0) - last) / beyond;
    beyond += last;
  }
  return above;
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
