import { totalOf } from "./grouped-sums.js";
import { type Jackknifed, jackknife } from "./jackknife.js";
import type { Line } from "./line.js";
import { stopRatio } from "./stopping.js";
import { logTotals } from "./tables.js";

export interface StoppingReward {
  readonly reward: string;
  /** σ: ln of rewards on last rows over what the rows above predict. */
  readonly ratio: Jackknifed;
}

/** The reward of the study whose last rows are most out of line, counting rows with the reward. */
export function stoppingOf(line: Pick<Line, "log">): StoppingReward {
  const groups = line.log.trajectories.length;
  const all = Object.entries(line.log.rewards).map(([reward, { byDepth }]) => {
    const ratio = jackknife(groups, (without) => {
      const { trajectories, atEnd } = logTotals(line.log, without).depths;
      const rewards = totalOf(byDepth, without).rewarded;
      const value = stopRatio({ trajectories, atEnd }, { depths: line.log.ranks, rewards });
      return Number.isFinite(value) ? value : 0;
    });
    return { reward, ratio };
  });
  return all.reduce((most, each) =>
    Math.abs(each.ratio.t) > Math.abs(most.ratio.t) ? each : most,
  );
}
