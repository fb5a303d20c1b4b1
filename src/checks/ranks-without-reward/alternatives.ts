import { sum } from "../../numeric/sum.js";
import type { Comparison } from "../comparison.js";
import { totalOf } from "../grouped-sums.js";
import { weightOf } from "../pairs-of-ranks.js";
import { rewardByRank, type SilentRanks } from "../silent-ranks.js";
import { logTotals, tableOf } from "../tables.js";
import type { Gain } from "../view-sums.js";

/** Rows at silent ranks earn what those at the nearest rewarded ranks do. */
export function lostReward(comparison: Comparison, { ranks }: SilentRanks): Gain {
  return (policy, without) => {
    const { n, views } = logTotals(comparison.log, without);
    const sums = rewardByRank(comparison.log, comparison.reward, "sum", without);
    const perRow = new Map(
      ranks.map(({ rank, nearest }) => {
        const rates = nearest.map((at) => (sums[at - 1] ?? 0) / (views.views[at - 1] ?? 1));
        return [rank, rates.reduce((sum, rate) => sum + rate, 0) / rates.length] as const;
      }),
    );
    if (policy === undefined) {
      const lost = ranks.map(
        ({ rank }) =>
          (perRow.get(rank) ?? 0) * (views.views[rank - 1] ?? 0) - (sums[rank - 1] ?? 0),
      );
      return sum(lost) / n;
    }
    const { rows } = totalOf(policy.rows, without);
    const rewards = totalOf(tableOf(policy.rewards, comparison.reward), without).sum;
    const lost = rows.map((count, cell) => {
      const rate = perRow.get(policy.cells.rank[cell] ?? 0);
      if (rate === undefined) return 0;
      return (rate * count - (rewards[cell] ?? 0)) * weightOf(comparison.curve, policy.cells, cell);
    });
    return sum(lost) / n;
  };
}

/** Rows that are moved to silent ranks from others earn nothing. */
export function noReward(comparison: Comparison, { ranks }: SilentRanks): Gain {
  const silent = new Set(ranks.map(({ rank }) => rank));
  return (policy, without) => {
    if (policy === undefined || policy.cells.weight !== undefined) return 0;
    const { n } = logTotals(comparison.log, without);
    const rewards = totalOf(tableOf(policy.rewards, comparison.reward), without).sum;
    const earned = rewards.map((reward, cell) =>
      reward !== 0 &&
      silent.has(policy.cells.target[cell] ?? 0) &&
      !silent.has(policy.cells.rank[cell] ?? 0)
        ? reward * weightOf(comparison.curve, policy.cells, cell)
        : 0,
    );
    return -sum(earned) / n;
  };
}
