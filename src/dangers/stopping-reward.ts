import { totalOf } from "./grouped-sums.js";
import { type JackknifeEstimate, jackknife, withVariance } from "./jackknife.js";
import { establishedLevel, type Line } from "./line.js";
import { once } from "./once.js";
import { depthsOf } from "./reading-by-depth.js";
import { stopRatio, stopVariance } from "./stopping.js";
import type { RewardTables } from "./tables.js";

type LogOfLine = Pick<Line, "log" | "curve">;

export interface StoppingReward {
  readonly reward: string;
  /** σ: ln of rewards on last rows over what the rows above predict. */
  readonly ratio: JackknifeEstimate;
}

/** The reward of the study whose last rows are most out of line, counting rows with the reward. */
export const stoppingOf = (line: LogOfLine): StoppingReward =>
  once(line.log, "stopping", () => foundIn(line));

/** The reward that is established to end sessions; undefined where none is, and where the log does not tell views. */
export function endsSessions(line: Line): string | undefined {
  if (line.rows === "offered") return undefined;
  const { reward, ratio } = stoppingOf(line);
  return ratio.value > 0 && ratio.p < establishedLevel(line) / 2 ? reward : undefined;
}

function varianceOf(line: LogOfLine, byDepth: RewardTables["byDepth"]): number {
  const rewards = { depths: line.log.ranks, rewards: totalOf(byDepth).rewarded };
  return stopVariance(depthsOf(line), rewards);
}

function foundIn(line: LogOfLine): StoppingReward {
  const { log } = line;
  const groups = log.trajectories.length;
  const all = Object.entries(log.rewards).map(([reward, { byDepth }]) => {
    const ratio = jackknife(groups, (without) => {
      const rewards = totalOf(byDepth, without).rewarded;
      // Too few rewarded rows to say that a reward ends sessions: no sign of it.
      const value = stopRatio(depthsOf(line, without), { depths: log.ranks, rewards });
      return Number.isFinite(value) ? value : 0;
    });
    return { reward, ratio: withVariance(ratio, varianceOf(line, byDepth)) };
  });
  return all.reduce((most, each) =>
    Math.abs(each.ratio.t) > Math.abs(most.ratio.t) ? each : most,
  );
}
