import {
  type ComparisonDepths,
  type ComparisonPairs,
  daysOfComparison,
  depthsOfComparisons,
  pairsOfComparison,
  rankKey,
  sizesOfComparison,
  targetKey,
} from "../tally/comparisons/comparison-shapes.js";
import { byDepth } from "./depths-by-day.js";
import {
  byKey,
  type ComparisonSource,
  dense,
  denseAt,
  type FeedRows,
  feedRows,
  groupsIn,
  placesOf,
  required,
} from "./feed-rows.js";
import { itemTablesIn } from "./read-item-tables.js";
import { neighboursOfPolicy } from "./read-neighbours.js";
import { rewardsByDay, sizesIn } from "./reward-sums.js";
import type { PolicyTables, RewardColumn } from "./tables.js";

/** A reward's sums in a table of pairs or weights. */
export const rewardColumns = (
  reward: number,
): { readonly [Name in RewardColumn]: `${number} ${Name}` } => ({
  rewarded: `${reward} rewarded`,
  sum: `${reward} sum`,
  squares: `${reward} squares`,
  positiveRewarded: `${reward} positiveRewarded`,
  positiveSum: `${reward} positiveSum`,
  positiveSquares: `${reward} positiveSquares`,
});

/** A policy's tables of a feed. */
export function readPolicyTables(
  source: ComparisonSource,
  target: string,
  ranks: number,
): PolicyTables {
  const pairs = required(feedRows(source, pairsOfComparison(target)));
  const found = required(feedRows(source, depthsOfComparisons));
  const groups = groupsIn(found);
  const cells = cellsOf(pairs);
  const places = placesOf(pairs, groups, cells.rank.length, (_, at) => cells.of[at] ?? -1);
  const rewards = source.rewards.map(({ name }, at): [string, PolicyTables["rewards"][string]] => [
    name,
    denseAt(pairs, places, rewardColumns(at)),
  ]);
  const sizes = source.rewards.flatMap(({ name }, at) => {
    const found = feedRows(source, sizesOfComparison(target, at));
    return found === undefined ? [] : [[name, sizesIn(found)] as const];
  });
  const byDay = feedRows(source, daysOfComparison(target));
  const items = itemTablesIn(source, target, cells, ranks, groups);
  const days = byDay && source.rewards.map(({ name }, at) => [name, rewardsByDay(byDay, at)]);
  return {
    ...(sizes.length === 0 ? {} : { sizes: Object.fromEntries(sizes) }),
    ...(days && { days: Object.fromEntries(days) }),
    ...(items && { items }),
    ...neighboursOfPolicy(source, groups, target),
    cells: { rank: cells.rank, target: cells.target },
    rows: denseAt(pairs, places, { rows: "rows" }),
    rewards: Object.fromEntries(rewards),
    moved: movedRows(pairs, found, groups, ranks, target),
    ...(pairs.table.columns.shown === undefined
      ? {}
      : { shown: dense(pairs, groups, ranks, byKey(pairs, rankKey), { views: "shown" }) }),
  };
}

/** Rows by rank that the target moves down or drops: among last rows of ended sessions, and among the others. */
function movedRows(
  pairs: FeedRows<ComparisonPairs>,
  found: FeedRows<ComparisonDepths>,
  groups: ReadonlyMap<number, number>,
  ranks: number,
  target: string,
): PolicyTables["moved"] {
  const last = dense(found, groups, ranks, byDepth(found), {
    trajectories: "trajectories",
    stops: "stops",
    down: `${target} down`,
    downAmongStops: `${target} downAmongStops`,
  });
  const [rankAt, targetAt] = [byKey(pairs, rankKey), byKey(pairs, targetKey)];
  const views = dense(pairs, groups, ranks, rankAt, { rows: "rows" });
  const isDown = (row: number): boolean => targetAt(row) < 0 || targetAt(row) > rankAt(row);
  const moved = { table: pairs.table, rows: pairs.rows.filter(isDown) };
  const down = dense(moved, groups, ranks, rankAt, { rows: "rows" });
  return {
    cells: ranks,
    groups: last.groups.map((own, group) => ({
      stops: own.stops,
      downAmongStops: own.downAmongStops,
      goOn: (views.groups[group]?.rows ?? new Float64Array(ranks)).map(
        (count, at) => count - (own.trajectories[at] ?? 0),
      ),
      downAmongGoOn: (down.groups[group]?.rows ?? new Float64Array(ranks)).map(
        (count, at) => count - (own.down[at] ?? 0),
      ),
    })),
  };
}

/** The cells of a feed by displayed and target rank in the order of its rows, and the cell of each row. */
function cellsOf({ table, rows }: FeedRows<ComparisonPairs>) {
  const [ranks, targets] = [table.keys[rankKey], table.keys[targetKey]];
  const placeOf = new Map<number, number>();
  // Keys of a Map are found faster where they are small whole numbers.
  let stride = 1;
  for (const row of rows) stride = Math.max(stride, 1 + (targets?.[row] ?? 0));
  const [rank, target]: [number[], number[]] = [[], []];
  const of = new Int32Array(rows.length);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] ?? 0;
    const [r, s] = [ranks?.[row] ?? 1, targets?.[row] ?? 0];
    const name = r * stride + s;
    const known = placeOf.get(name);
    of[i] = known ?? rank.length;
    if (known !== undefined) continue;
    placeOf.set(name, rank.length);
    rank.push(r);
    target.push(s);
  }
  return { rank, target, of };
}
