import { periodKey, rankKey, sizeKey, targetKey } from "../tally/lines/line-request.js";
import { negativeSize } from "../tally/lines/rewards-by-size.js";
import { columnOf, type FeedRows } from "./feed-rows.js";
import type { RewardSizes, RewardsByDay } from "./tables.js";

/** The sums of a reward, by its place in the study, by displayed and target rank and part of the days. */
export function rewardsByDay(from: FeedRows, reward: number): RewardsByDay {
  const { table, rows } = from;
  const key = (name: string): number[] => Array.from(rows, (row) => table.keys[name]?.[row] ?? 0);
  return {
    cells: { rank: key(rankKey), target: key(targetKey) },
    part: key(periodKey),
    sum: valuesOf(from, `${reward} sum`),
    squares: valuesOf(from, `${reward} squares`),
  };
}

/** The rows with a reward by displayed and target rank and how large it is. */
export function sizesIn(from: FeedRows): RewardSizes {
  const { table, rows } = from;
  const key = (name: string): number[] => Array.from(rows, (row) => table.keys[name]?.[row] ?? 0);
  const values = (name: string): Float64Array => valuesOf(from, name);
  const size = key(sizeKey);
  return {
    cells: { rank: key(rankKey), target: key(targetKey) },
    size,
    isLoss: size.map((each) => each > negativeSize),
    rewarded: values("rewarded"),
    sum: values("sum"),
    squares: values("squares"),
    least: values("minusLeast").map((each) => -each),
    most: values("most"),
  };
}

function valuesOf({ table, rows }: FeedRows, name: string): Float64Array {
  const { hi, lo } = columnOf(table, name);
  return Float64Array.from(rows, (row) => (hi[row] ?? 0) + (lo?.[row] ?? 0));
}
