import type { Comparison } from "../comparison.js";
import { totalOf } from "../grouped-sums.js";
import { ownCurve } from "../log-curve.js";
import { logTotals, tableOf } from "../tables.js";
import { loggedSums, shifted, viewSums } from "../view-sums.js";

/** How rewards of one session exclude each other. */
export interface Exclusion {
  /** What a row below a rewarded one still earns, as a share of what it would earn without. */
  readonly share: number;
  /** `earned`: the session earns no more, under any policy; `logged`: it does, and the log lost it. */
  readonly of: "earned" | "logged";
}

/** Rows at risk are at least this share of those viewed. */
const leastAtRisk = 0.05;

/**
 * The difference where a reward takes away those below it. With a_r the views at rank r that no reward stands above,
 * e_r = a_r + φ (n_r − a_r), and rates h_r = X_r/e_r and q_r = C_r/e_r of rows that can earn, a policy is worth
 *
 *     Σ_s p̂_s q_s S_s,   1 − S_s = (1 − e_s/n_s) · (1 − Π_{j<s}(1 − h^t_j)) / (1 − Π_{j<s}(1 − h_j))
 *
 * which is what was logged for the logging policy; S = 1 where the rewards were earned and not logged. Slots count as
 * independent of each other.
 */
export function underExclusion(
  comparison: Comparison,
  { share, of }: Exclusion,
  without?: number,
): number {
  const curve = ownCurve(comparison, without);
  const logged = atRisk(comparison, share, without);
  const target = placedAt(comparison, logged.weight, without);
  const { n } = logTotals(comparison.log, without);
  let [shift, ofLog, before, beforeTarget] = [0, 0, 1, 1];
  for (let at = 0; at < curve.length; at++) {
    const spentShare = before < 1 ? (1 - beforeTarget) / (1 - before) : 1;
    const spent = of === "logged" ? 0 : (1 - (logged.remaining[at] ?? 1)) * spentShare;
    const views = curve[at] ?? 0;
    shift += views * ((target.reward[at] ?? 0) * Math.max(0, 1 - spent) - (target.plain[at] ?? 0));
    const gained = (logged.reward[at] ?? 0) * (1 / (logged.remaining[at] ?? 1) - 1);
    if (of === "logged") ofLog += gained / n;
    const hazard = logged.hazard[at] ?? 0;
    const empty = Math.max(0, 1 - (target.filled[at] ?? 0));
    before *= 1 - hazard;
    beforeTarget *= Math.max(0, 1 - (target.rewarded[at] ?? 0) - empty * hazard);
  }
  const own = shifted(viewSums(comparison, comparison.policy, curve, without), { reward: shift });
  const base = shifted(loggedSums(comparison, without), { reward: ofLog });
  const nothing = { views: 0, reward: 0 };
  return comparison.worth(own, nothing) - comparison.worth(base, nothing);
}

/** By rank, of the log: e_r/n_r, the chance of a reward of rows that can earn, rewards, and 1/e_r with 1/n_r. */
function atRisk(comparison: Comparison, share: number, without?: number) {
  const { log } = comparison;
  const { ranks } = log;
  const { views } = logTotals(log, without).views;
  const { rewarded, sum } = totalOf(tableOf(log.rewards, comparison.reward).byDepth, without);
  const [remaining, hazard, reward] = [views, views, views].map(() => new Float64Array(ranks));
  const above = new Float64Array(ranks + 1); // by depth: rewards above the rank
  for (let rank = 1; rank <= ranks; rank++) {
    let [spent, own, earned] = [0, 0, 0];
    for (let depth = rank; depth <= ranks; depth++) {
      const at = (depth - 1) * ranks + rank - 1;
      spent += above[depth] ?? 0;
      own += rewarded[at] ?? 0;
      earned += sum[at] ?? 0;
      above[depth] = (above[depth] ?? 0) + (rewarded[at] ?? 0);
    }
    const all = views[rank - 1] ?? 0;
    const left = all > 0 ? Math.max(leastAtRisk, 1 - ((1 - share) * spent) / all) : 1;
    if (remaining) remaining[rank - 1] = left;
    if (hazard) hazard[rank - 1] = all > 0 ? Math.min(1, own / (left * all)) : 0;
    if (reward) reward[rank - 1] = earned;
  }
  const none = new Float64Array(ranks);
  const weight = views.map((all, at) => (all > 0 ? 1 / ((remaining?.[at] ?? 1) * all) : 0));
  return {
    remaining: remaining ?? none,
    hazard: hazard ?? none,
    reward: reward ?? none,
    weight: { atRisk: weight, viewed: views.map((all) => (all > 0 ? 1 / all : 0)) },
  };
}

/** By target slot: the reward a view, of rows that can earn and of all rows, the chance of one, and how much is filled. */
function placedAt(
  comparison: Comparison,
  weight: { readonly atRisk: Float64Array; readonly viewed: Float64Array },
  without?: number,
) {
  const { cells, rows, rewards } = comparison.policy;
  const { rewarded, sum } = totalOf(tableOf(rewards, comparison.reward), without);
  const counts = totalOf(rows, without).rows;
  const empty = () => new Float64Array(comparison.log.ranks);
  const at = { reward: empty(), plain: empty(), rewarded: empty(), filled: empty() };
  for (let cell = 0; cell < counts.length; cell++) {
    const [r, s] = [(cells.rank[cell] ?? 0) - 1, (cells.target[cell] ?? 0) - 1];
    if (s < 0 || s >= comparison.log.ranks) continue;
    const add = (to: Float64Array, amount: number): void => {
      to[s] = (to[s] ?? 0) + amount;
    };
    add(at.reward, (sum[cell] ?? 0) * (weight.atRisk[r] ?? 0));
    add(at.plain, (sum[cell] ?? 0) * (weight.viewed[r] ?? 0));
    add(at.rewarded, (rewarded[cell] ?? 0) * (weight.atRisk[r] ?? 0));
    add(at.filled, (counts[cell] ?? 0) * (weight.viewed[r] ?? 0));
  }
  return at;
}
