import { sameRewardsOf } from "../tally/comparisons/comparison-shapes.js";
import { type ComparisonSource, columnOf, feedRows, sumOf } from "./feed-rows.js";
import type { SameRewards } from "./tables.js";

/** Trajectories of one reward in a feed; undefined where the tally does not have them. */
export function sameRewardsIn(source: ComparisonSource, reward: number): SameRewards | undefined {
  const found = feedRows(source, sameRewardsOf(reward));
  if (found === undefined) return undefined;
  const { table, rows } = found;
  const [none, all, some] = (["none", "all", "some"] as const).map(
    (name) => columnOf(found, name).hi,
  );
  const of = (values: Float64Array | undefined, row: number): number => values?.[row] ?? 0;
  const byDay = new Map<number, { all: number; some: number }>();
  const alike = { all: 0, some: 0 };
  for (const row of rows) {
    const own = { all: of(none, row) + of(all, row), some: of(some, row) };
    const day = byDay.get(table.stratum[row] ?? 0) ?? { all: 0, some: 0 };
    byDay.set(table.stratum[row] ?? 0, { all: day.all + own.all, some: day.some + own.some });
    alike.all += pairsOf(own.all);
    alike.some += pairsOf(own.some);
  }
  const days = [...byDay.values()];
  const trajectories = sumOf(found, "trajectories");
  return {
    trajectories,
    rewarded: trajectories - sumOf(found, "none"),
    all: sumOf(found, "all"),
    some: sumOf(found, "some"),
    pairsOfAll: days.reduce((sum, day) => sum + pairsOf(day.all), 0),
    alikeOfAll: alike.all,
    pairsOfSome: days.reduce((sum, day) => sum + pairsOf(day.some), 0),
    alikeOfSome: alike.some,
  };
}

const pairsOf = (n: number): number => n * (n - 1);
