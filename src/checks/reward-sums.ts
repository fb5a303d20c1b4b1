import {
  type ComparisonDays,
  type ComparisonSizes,
  periodKey,
  rankKey,
  sizeKey,
  targetKey,
} from "../tally/comparisons/comparison-shapes.js";
import { negativeSize } from "../tally/comparisons/rewards-by-size.js";
import type { AnyShape, KeyOf, SumOf } from "../tally/shape.js";
import { columnOf, type FeedRows } from "./feed-rows.js";
import type { RankCells } from "./pairs-of-ranks.js";
import type { RewardSizes, RewardsByDay } from "./tables.js";

/** The sums of a reward, by its place in the study, by displayed and target rank and part of the days. */
export function rewardsByDay(from: FeedRows<ComparisonDays>, reward: number): RewardsByDay {
  return {
    cells: cellsOf(from),
    part: keysOf(from, periodKey),
    sum: valuesOf(from, `${reward} sum`),
    squares: valuesOf(from, `${reward} squares`),
  };
}

/** The rows with a reward by displayed and target rank and how large it is. */
export function sizesIn(from: FeedRows<ComparisonSizes>): RewardSizes {
  const values = (name: SumOf<ComparisonSizes>): Float64Array => valuesOf(from, name);
  const size = keysOf(from, sizeKey);
  return {
    cells: cellsOf(from),
    size,
    isLoss: size.map((each) => each > negativeSize),
    rewarded: values("rewarded"),
    sum: values("sum"),
    squares: values("squares"),
    least: values("minusLeast").map((value) => -value),
    most: values("most"),
  };
}

function keysOf<S extends AnyShape>(
  { table, rows }: FeedRows<S>,
  name: NoInfer<KeyOf<S>>,
): readonly number[] {
  const keys = table.keys[name];
  const found = new Array<number>(rows.length);
  for (let i = 0; i < rows.length; i++) found[i] = keys?.[rows[i] ?? 0] ?? 0;
  return found;
}

const cellsOf = (from: FeedRows<ComparisonDays | ComparisonSizes>): RankCells => ({
  rank: keysOf(from, rankKey),
  target: keysOf(from, targetKey),
});

function valuesOf<S extends AnyShape>(from: FeedRows<S>, name: NoInfer<SumOf<S>>): Float64Array {
  const { hi, lo } = columnOf(from, name);
  const { rows } = from;
  const values = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] ?? 0;
    values[i] = (hi[row] ?? 0) + (lo?.[row] ?? 0);
  }
  return values;
}
