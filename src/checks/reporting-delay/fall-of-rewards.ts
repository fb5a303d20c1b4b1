import { normalQuantile } from "../../numeric/normal-quantile.js";
import type { Comparison } from "../comparison.js";
import { totalOf } from "../grouped-sums.js";
import type { DepthsByDay, RewardsByDay } from "../tables.js";

/** A fall of the reward a view towards the end of the log. */
export interface Fall {
  /** How many parts of the days lie before it. */
  readonly before: number;
  /** The displayed rank; null: all ranks together. */
  readonly rank: number | null;
  /** Rewards a view before it, and from it on. */
  readonly early: number;
  readonly late: number;
}

/** Σc and Σc² a part of the days, and views. */
interface Series {
  readonly rank: number | null;
  readonly rewards: Float64Array;
  readonly squares: Float64Array;
  readonly views: Float64Array;
}

/** What must be left at most of the rewards before it. */
const clearly = 0.9;
/** So many standard errors the last part may lie above another one by chance. */
const chance = 2;
/** Of falls of one rank the first counts that is nearly as clear as the clearest. */
const nearly = 0.9;

/**
 * The clearest fall of the reward a view, at one displayed rank or at all together, from one part of the days on:
 * z = (ρ_e − ρ_l)/√(D·(Q_e + Q_l)/(V_e + V_l)·(1/V_e + 1/V_l)) with ρ = Σc/V and Q = Σc² of the days before and
 * after, where D is how many times the variance is that users who come back bring. It counts where no part
 * has clearly less than the last one, as rewards that are still to come make it, less than .9 is left, and z is beyond the
 * one-sided level .001 over the comparisons of the study and the falls that are looked at. Rewards that are lost little by
 * little are so from before the clearest fall on: the first counts whose z is .9 of its or more.
 */
export function fallOfRewards(comparison: Comparison, design: number): Fall | undefined {
  const { days } = comparison.log;
  const rewards = comparison.policy.days?.[comparison.reward];
  if (days === undefined || rewards === undefined) return undefined;
  const all = seriesOf(days, rewards, comparison.log.ranks);
  const falls = all.flatMap((series) => fallsOf(series, design));
  const tests = all.length * (days.parts.length - 1);
  const least = -normalQuantile(0.001 / (comparison.comparisons * tests));
  const [clearest] = falls.filter(({ z }) => z > least).sort((a, b) => b.z - a.z);
  if (clearest === undefined) return undefined;
  const early = falls.find(({ rank, z }) => rank === clearest.rank && z >= nearly * clearest.z);
  const { z: _, ...fall } = early ?? clearest;
  return fall;
}

function fallsOf(
  { rank, rewards, squares, views }: Series,
  design: number,
): readonly (Fall & { readonly z: number })[] {
  const sign = Math.sign(total(rewards, 0));
  const perView = total(squares, 0) / total(views, 0);
  const errorOf = (a: number, b: number): number => Math.sqrt(design * perView * (1 / a + 1 / b));
  const viewed = [...views.keys()].filter((part) => (views[part] ?? 0) > 0);
  const rateOf = (part: number): number => (sign * (rewards[part] ?? 0)) / (views[part] ?? 0);
  const last = viewed.at(-1) ?? 0;
  const isAbove = (part: number): boolean =>
    rateOf(last) - rateOf(part) > chance * errorOf(views[part] ?? 0, views[last] ?? 0);
  if (sign === 0 || viewed.some(isAbove)) return [];
  return Array.from({ length: views.length - 1 }, (_, at) => at + 1).flatMap((before) => {
    const [ofEarly, ofLate] = [total(views, 0, before), total(views, before)];
    const [early, late] = [total(rewards, 0, before) / ofEarly, total(rewards, before) / ofLate];
    const z = (sign * (early - late)) / errorOf(ofEarly, ofLate);
    return sign * late < clearly * sign * early ? [{ before, rank, early, late, z }] : [];
  });
}

const total = (values: Float64Array, from: number, end?: number): number =>
  values.subarray(from, end).reduce((sum, value) => sum + value, 0);

/** Each displayed rank, and all of them. */
function seriesOf(
  { parts, depths }: DepthsByDay,
  { cells, part, sum, squares }: RewardsByDay,
  ranks: number,
): readonly Series[] {
  const place = new Map(parts.map((name, at) => [name, at]));
  const none = (): Float64Array => new Float64Array(parts.length);
  const empty = (rank: number | null): Series => ({
    rank,
    rewards: none(),
    squares: none(),
    views: none(),
  });
  const all = empty(null);
  const byRank = Array.from({ length: ranks }, (_, at) => empty(at + 1));
  const add = (to: Float64Array | undefined, at: number, value: number): void => {
    if (to !== undefined) to[at] = (to[at] ?? 0) + value;
  };
  const { trajectories } = totalOf(depths);
  for (const at of parts.keys()) {
    let deeper = 0;
    for (let rank = ranks; rank >= 1; rank--) {
      deeper += trajectories[at * ranks + rank - 1] ?? 0;
      add(byRank[rank - 1]?.views, at, deeper);
      add(all.views, at, deeper);
    }
  }
  for (let cell = 0; cell < sum.length; cell++) {
    const at = place.get(part[cell] ?? 0);
    if (at === undefined) continue;
    for (const series of [all, byRank[(cells.rank[cell] ?? 0) - 1]]) {
      add(series?.rewards, at, sum[cell] ?? 0);
      add(series?.squares, at, squares[cell] ?? 0);
    }
  }
  return [all, ...byRank];
}
