import type { ComparisonTables } from "../checks/comparison-tables.js";
import { totalOf } from "../checks/grouped-sums.js";
import { square } from "../numeric/elementary/square.js";
import { costOf, mixtureOfRankings, type RankingShare } from "./ranking-design.js";
import { varianceOf } from "./water-filling.js";

/** A logger that mixes rankings of the items by their displayed rank, so that this candidate is measured best. */
export interface LoggingPlan {
  /** Rankings of displayed ranks: `[2, 1, 3]` shows the second item first. Deeper ranks stay as they are. */
  readonly mixture: readonly RankingShare[];
  /** Expected views of the item of each displayed rank, now and by the mixture. */
  readonly production: readonly number[];
  readonly exposure: readonly number[];
  /** The standard error of the candidate's value by the mixture over that by the production ranking. */
  readonly errorRatio: number;
  /** The share of the reward that the mixture gives up; below 0 where it earns more. */
  readonly cost: number;
  /** How many ranks of the curve lie below those that are mixed; their errors and rewards count, unchanged. */
  readonly fixedRanks: number;
}

/** Deeper items are left where they are: mixing them costs a reader much and moves little. */
const mostRanks = 20;
const steps = 12;

/**
 * Takes the items of one displayed rank as one: their quality q_r and their second moment by where the candidate
 * puts them, s_r² = Σ_s p_s²·Σc²/N_r. Undefined where policies have no ranks, or no reward was seen.
 */
export function loggingPlan(
  { curve, policy, reward }: ComparisonTables,
  better: "higher" | "lower",
): LoggingPlan | undefined {
  const { rank, target, weight } = policy.cells;
  const rewards = policy.rewards[reward];
  if (rewards === undefined || weight !== undefined) return undefined;
  const ranks = curve.length;
  const mixed = Math.min(mostRanks, ranks);
  const whole = Array.from({ length: ranks }, (_, r) => curve[r] ?? 0);
  const production = whole.slice(0, mixed);
  const { rows } = totalOf(policy.rows);
  const { sum, squares } = totalOf(rewards);
  const views = new Float64Array(ranks);
  const earned = new Float64Array(ranks);
  const spread = new Float64Array(ranks);
  for (let cell = 0; cell < rows.length; cell++) {
    const [at, placed] = [(rank[cell] ?? 0) - 1, target[cell] ?? 0];
    if (at >= ranks) continue;
    const view = placed === 0 ? 0 : (curve[placed - 1] ?? 0);
    views[at] = (views[at] ?? 0) + (rows[cell] ?? 0);
    earned[at] = (earned[at] ?? 0) + (sum[cell] ?? 0);
    spread[at] = (spread[at] ?? 0) + square(view) * (squares[cell] ?? 0);
  }
  const perView = (of: Float64Array): readonly number[] =>
    Array.from(views, (count, r) => (count > 0 ? (of[r] ?? 0) / count : 0));
  const spreads = perView(spread).map(Math.sqrt);
  const s = spreads.slice(0, mixed);
  const quality = perView(earned);
  const now = varianceOf(spreads, whole);
  const below = now - varianceOf(s, production);
  const total = quality.reduce((all, q, r) => all + Math.abs(q) * (whole[r] ?? 0), 0);
  if (!(now > 0) || !Number.isFinite(now) || !(total > 0)) return undefined;
  const { mixture, exposure, objective } = mixtureOfRankings(s, production, steps);
  return {
    mixture: mixture.map(({ share, ranking }) => ({ share, ranking: ranking.map((at) => at + 1) })),
    production,
    exposure,
    errorRatio: Math.sqrt((objective + below) / now),
    cost:
      (better === "higher" ? 1 : -1) *
      (costOf(quality.slice(0, mixed), production, exposure) / total),
    fixedRanks: ranks - mixed,
  };
}
