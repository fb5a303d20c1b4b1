import { sum } from "../numeric/sum.js";
import { firstOfBin, lastOfBin, ranksApart } from "../tally/comparisons/rank-bins.js";
import type { Comparison } from "./comparison.js";
import { slotsOfBin } from "./deep-ranks.js";
import type { DepthCounts, RewardsByDepth } from "./depths.js";
import { totalOf } from "./grouped-sums.js";
import { type JackknifeEstimate, jackknife, withVariance } from "./jackknife.js";
import { ownCurve } from "./log-curve.js";
import { once } from "./once.js";
import { preferenceSlope, slopeVariance } from "./preference.js";
import { logTotals, rowsByDepth, tableOf } from "./tables.js";

/** The log's trajectories by final depth, of all groups or without one. */
export function depthsOf(
  comparison: Pick<Comparison, "log" | "curve">,
  without?: number,
): DepthCounts {
  const { log } = comparison;
  const { trajectories, atEnd } = logTotals(log, without).depths;
  const counts = { trajectories, atEnd };
  if (log.ranks > ranksApart) return { ...counts, ...rowsOfBins(comparison, without) };
  return { ...counts, ...(hasGaps(log) && { above: shareAbove(log, without) }) };
}

/** Rows in bins of ranks, of trajectories that go deeper and of those that end there, and the log's view rates. */
function rowsOfBins(
  { log, curve }: Pick<Comparison, "log" | "curve">,
  without?: number,
): Pick<DepthCounts, "above" | "within" | "rates"> {
  const { trajectories } = totalOf<"trajectories">(log.deepDepths ?? log.depths, without);
  const present = hasGaps(log) ? presenceOf(log) : 1;
  const within = Float64Array.from({ length: log.ranks }, (_, at) => {
    const first = firstOfBin(at + 1);
    let [count, further] = [0, 0];
    for (let depth = first; depth <= Math.min(lastOfBin(at + 1), trajectories.length); depth++) {
      count += trajectories[depth - 1] ?? 0;
      further += (trajectories[depth - 1] ?? 0) * (depth - first);
    }
    return count > 0 ? 1 + (present * further) / count : 1;
  });
  const above = hasGaps(log)
    ? shareAbove(log, without, within)
    : within.map((_, at) => slotsOfBin(log, at + 1));
  return { above, within, rates: ownCurve({ log, curve }, without) };
}

/** The share of the ranks down to their last that trajectories have a row at. */
const presenceOf = (log: Comparison["log"]): number =>
  sum(logTotals(log).views.views) / rowsByDepth(log);

/** Share of the ranks down to the deepest view that may have no row before rows are taken to be left out. */
const fewGaps = 0.01;

/** Whether trajectories skip ranks, so that not each of those that go deeper has a row at a rank. */
const hasGaps = once((log: Comparison["log"]): boolean => {
  const { views } = logTotals(log);
  return sum(views.views) < (1 - fewGaps) * rowsByDepth(log);
});

/** f_r = (n_r − D_r)/Σ_{k>r} D_k, where D_r trajectories that end in a bin have more rows there than one. */
function shareAbove(
  log: Comparison["log"],
  without?: number,
  within?: ArrayLike<number>,
): Float64Array {
  const { views, depths } = logTotals(log, without);
  const above = new Float64Array(log.ranks).fill(1);
  let beyond = 0;
  for (let at = log.ranks - 1; at >= 0; at--) {
    const last = depths.trajectories[at] ?? 0;
    const rows = last * (within?.[at] ?? 1);
    if (beyond > 0) above[at] = ((views.views[at] ?? 0) - rows) / beyond;
    beyond += last;
  }
  return above;
}

/** A reward, or its positive part, by rank and final depth. */
export function byDepthOf(
  comparison: Pick<Comparison, "log">,
  reward: string,
  part: "sum" | "positiveSum",
  without?: number,
): RewardsByDepth {
  return {
    depths: comparison.log.ranks,
    rewards: totalOf(tableOf(comparison.log.rewards, reward).byDepth, without)[part],
  };
}

/**
 * b of rate ∝ depth^b with its error, which counts of rewarded rows bound from below; `last`: from the last viewed
 * rows too, which a reward that ends sessions spoils.
 */
export const preferenceOf = (
  { log, curve, reward }: Comparison,
  last: boolean,
): JackknifeEstimate => preferenceIn(log, curve, reward, last);

const preferenceIn = once(
  (
    log: Comparison["log"],
    curve: Comparison["curve"],
    reward: string,
    last: boolean,
  ): JackknifeEstimate => {
    const comparison = { log, curve, reward };
    const groups = comparison.log.trajectories.length;
    const slope = (without?: number): number =>
      preferenceSlope(
        depthsOf(comparison, without),
        byDepthOf(comparison, comparison.reward, "sum", without),
        last,
      );
    const jackknifeEstimate = jackknife(groups, slope);
    const { rewarded, sum: sums } = totalOf(
      tableOf(comparison.log.rewards, comparison.reward).byDepth,
    );
    const mark = Math.abs(sum(sums)) / sum(rewarded);
    const all = byDepthOf(comparison, comparison.reward, "sum");
    const variance = mark * slopeVariance(jackknifeEstimate.value, depthsOf(comparison), all, last);
    return jackknifeEstimate.value === 0
      ? jackknifeEstimate
      : withVariance(jackknifeEstimate, variance);
  },
);
