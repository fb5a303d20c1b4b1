import { depthsOf } from "./alternative-by-depth.js";
import type { Comparison } from "./comparison.js";
import { establishedLevel } from "./decision-of.js";
import { totalOf } from "./grouped-sums.js";
import { type JackknifeEstimate, jackknife, withVariance } from "./jackknife.js";
import { once } from "./once.js";
import { stopRatio, stopVariance } from "./stopping.js";
import type { RewardTables } from "./tables.js";

type LogOfComparison = Pick<Comparison, "log" | "curve">;

export interface StoppingReward {
  readonly reward: string;
  /** σ: ln of rewards on last rows over what the rows above predict. */
  readonly ratio: JackknifeEstimate;
}

/** The reward of the study whose last rows are most out of line, counting rows with the reward. */
export const stoppingOf = ({ log, curve }: LogOfComparison): StoppingReward =>
  stoppingIn(log, curve);

const stoppingIn = once((log: Comparison["log"], curve: Comparison["curve"]) =>
  foundIn({ log, curve }),
);

/** The reward that is established to end sessions; undefined where none is, and where the log does not tell views. */
export function endsSessions(comparison: Comparison): string | undefined {
  if (comparison.rows === "offered") return undefined;
  const { reward, ratio } = stoppingOf(comparison);
  return ratio.value > 0 && ratio.p < establishedLevel(comparison) / 2 ? reward : undefined;
}

function varianceOf(comparison: LogOfComparison, byDepth: RewardTables["byDepth"]): number {
  const rewards = { depths: comparison.log.ranks, rewards: totalOf(byDepth).rewarded };
  return stopVariance(depthsOf(comparison), rewards);
}

function foundIn(comparison: LogOfComparison): StoppingReward {
  const { log } = comparison;
  const groups = log.trajectories.length;
  const all = Object.entries(log.rewards).map(([reward, { byDepth }]) => {
    const ratio = jackknife(groups, (without) => {
      const rewards = totalOf(byDepth, without).rewarded;
      // Too few rewarded rows to say that a reward ends sessions: no sign of it.
      const value = stopRatio(depthsOf(comparison, without), { depths: log.ranks, rewards });
      return Number.isFinite(value) ? value : 0;
    });
    return { reward, ratio: withVariance(ratio, varianceOf(comparison, byDepth)) };
  });
  return all.reduce((most, each) =>
    Math.abs(each.ratio.t) > Math.abs(most.ratio.t) ? each : most,
  );
}
