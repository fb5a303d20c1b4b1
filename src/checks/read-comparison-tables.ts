import {
  type ComparisonDepths,
  type ComparisonPairs,
  type ComparisonRewards,
  type ComparisonWeights,
  daysOfComparison,
  depthKey,
  depthsOfComparisons,
  exposureKey,
  exposuresOfComparisons,
  exposuresOfItems,
  groupKey,
  itemKey,
  lengthKey,
  listsOfComparisons,
  pairsOfComparison,
  rankKey,
  rewardsOfComparisons,
  sizesOfComparison,
  slopesOfItems,
  targetKey,
} from "../tally/comparisons/comparison-shapes.js";
import { bucketsOfItems } from "../tally/comparisons/exposures-of-comparisons.js";
import { binOfRank, ranksApart } from "../tally/comparisons/rank-bins.js";
import { exposureBins } from "../tally/comparisons/weight-bins.js";
import type { AnyShape, TableRef } from "../tally/shape.js";
import { byDepth, daysIn, deepestApart } from "./depths-by-day.js";
import {
  byKey,
  type ComparisonSource,
  deepest,
  dense,
  type FeedRows,
  feedRows,
  groupsIn,
  required,
  sumOf,
} from "./feed-rows.js";
import { itemTablesIn } from "./read-item-tables.js";
import { neighboursIn, neighboursOfPolicy } from "./read-neighbours.js";
import { sameRewardsIn } from "./read-same-rewards.js";
import { rewardsByDay, sizesIn } from "./reward-sums.js";
import type { LogTables, PolicyTables, RewardColumn, RewardTables } from "./tables.js";

/**
 * The log's tables of a feed, with views by rank from that table; undefined where the tally lacks
 * one. Where no table has rewards by depth, all stand at depth 1: their sums are right, and no more is read.
 */
export function readLogTables(
  source: ComparisonSource,
  byRanks: TableRef<ComparisonPairs | ComparisonWeights>,
): LogTables | undefined {
  const found = feedRows(source, depthsOfComparisons);
  const byRank = feedRows(source, byRanks);
  if (found === undefined || byRank === undefined) return undefined;
  const deep = feedRows(source, rewardsOfComparisons);
  const groups = groupsIn(found);
  const depth = deepest(found, depthKey);
  const ranks = Math.max(binOfRank(depth), deepest(byRank, targetKey), deepest(byRank, rankKey));
  const depths = dense(found, groups, ranks, byDepth(found), {
    trajectories: "trajectories",
    atEnd: "atEnd",
    cut: "cut",
  });
  const views = dense(byRank, groups, ranks, byKey(byRank, rankKey), {
    views: "rows",
    continuable: "continuable",
  });
  const trajectories = Float64Array.from(depths.groups, ({ trajectories: counts }) =>
    counts.reduce((sum, count) => sum + count, 0),
  );
  const rewards = source.rewards.map(({ name, range }, at): [string, RewardTables] => {
    const same = sameRewardsIn(source, at);
    const table = {
      byDepth: rewardsIn(deep ?? byRank, groups, ranks, at),
      ...pairsIn(deep, groups, at),
      least: range[0],
      most: range[1],
      fourth: sumOf(byRank, `${at} fourth`),
      ...(same && { same }),
      ...slopeIn(source, groups, at),
      ...neighboursIn(source, groups, at),
    };
    return [name, table];
  });
  const { listsKnown } = source;
  const lists = listsIn(source, groups, ranks);
  const days = daysIn(found, groups, ranks);
  const own = byKey(found, depthKey);
  const depthAt = (row: number): number => Math.min(own(row), deepestApart - 1);
  const ended = { trajectories: "trajectories", atEnd: "atEnd" } as const;
  return {
    ...(ranks > ranksApart && {
      deepDepths: dense(found, groups, Math.min(depth, deepestApart), depthAt, ended),
    }),
    ...(lists && { lists }),
    ...(days && { days }),
    ...exposuresIn(source, groups),
    trajectories,
    ranks,
    views,
    listsKnown,
    depths,
    rewards: Object.fromEntries(rewards),
  };
}

/** Rows by bin of the logged exposure and by bucket of items, where the tally has them; of groups without a viewed row none. */
function exposuresIn(
  source: ComparisonSource,
  groups: ReadonlyMap<number, number>,
): Pick<LogTables, "exposures" | "byItem"> {
  const byBin = withGroups(feedRows(source, exposuresOfComparisons), groups);
  const byItem = withGroups(feedRows(source, exposuresOfItems), groups);
  const counts = { rows: "rows", viewed: "viewed" } as const;
  const value = byItem?.table.columns.lists === undefined ? "exposure" : "lists";
  const columns = { ...counts, value, hash: "hash", hashSquares: "hashSquares" } as const;
  return {
    ...(byBin && {
      exposures: dense(byBin, groups, exposureBins, byKey(byBin, exposureKey), {
        ...counts,
        exposure: "exposure",
      }),
    }),
    ...(byItem && {
      byItem: dense(byItem, groups, bucketsOfItems, byKey(byItem, itemKey), columns),
    }),
  };
}

function withGroups<S extends AnyShape>(
  found: FeedRows<S> | undefined,
  groups: ReadonlyMap<number, number>,
): FeedRows<S> | undefined {
  const isOfGroup = (row: number) => groups.has(found?.table.keys[groupKey]?.[row] ?? 0);
  return found && { table: found.table, rows: found.rows.filter(isOfGroup) };
}

/** Trajectories by the length of their list; those of lists beyond the ranks at the last one. */
function listsIn(
  source: ComparisonSource,
  groups: ReadonlyMap<number, number>,
  ranks: number,
): LogTables["lists"] {
  const found = feedRows(source, listsOfComparisons);
  if (found === undefined) return undefined;
  const lengthAt = byKey(found, lengthKey);
  const cellOf = (row: number): number => Math.min(lengthAt(row), ranks - 1);
  return dense(found, groups, ranks, cellOf, { trajectories: "trajectories" });
}

function rewardsIn(
  from: FeedRows<ComparisonRewards> | FeedRows<ComparisonPairs | ComparisonWeights>,
  groups: ReadonlyMap<number, number>,
  ranks: number,
  reward: number,
): RewardTables["byDepth"] {
  const hasDepth = depthKey in from.table.keys;
  const [depthAt, rankAt] = [byKey(from, depthKey), byKey(from, rankKey)];
  const cellOf = (row: number): number => (hasDepth ? depthAt(row) * ranks : 0) + rankAt(row);
  return dense(from, groups, hasDepth ? ranks * ranks : ranks, cellOf, {
    sum: `${reward} sum`,
    positiveSum: `${reward} positiveSum`,
    rewarded: `${reward} rewarded`,
  });
}

/** Tables of earlier versions do not count pairs of rewards. */
function pairsIn(
  deep: FeedRows<ComparisonRewards> | undefined,
  groups: ReadonlyMap<number, number>,
  reward: number,
): Pick<RewardTables, "pairs"> {
  const name = `${reward} pairs` as const;
  if (deep?.table.columns[name] === undefined) return {};
  return { pairs: dense(deep, groups, 1, () => 0, { pairs: name }) };
}

function slopeIn(
  source: ComparisonSource,
  groups: ReadonlyMap<number, number>,
  reward: number,
): Pick<RewardTables, "itemSlope"> {
  const found = feedRows(source, slopesOfItems);
  if (found === undefined) return {};
  const columns = { turn: `${reward} turn`, spread: `${reward} spread` } as const;
  return { itemSlope: dense(found, groups, 1, () => 0, columns) };
}

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
  const cellOf = (row: number): number => cells.at[row] ?? -1;
  const rewards = source.rewards.map(({ name }, at): [string, PolicyTables["rewards"][string]] => [
    name,
    dense(pairs, groups, cells.rank.length, cellOf, rewardColumns(at)),
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
    rows: dense(pairs, groups, cells.rank.length, cellOf, { rows: "rows" }),
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

/** The cells of a table by displayed and target rank in the order of its rows, and the cell of each row. */
function cellsOf({ table, rows }: FeedRows<ComparisonPairs>) {
  const [ranks, targets] = [table.keys[rankKey], table.keys[targetKey]];
  const placeOf = new Map<number, number>();
  // Keys of a Map are found faster where they are small whole numbers.
  const stride = 1 + (targets?.reduce((most, each) => Math.max(most, each), 0) ?? 0);
  const [rank, target]: [number[], number[]] = [[], []];
  const at = new Int32Array(table.rows).fill(-1);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] ?? 0;
    const [r, s] = [ranks?.[row] ?? 1, targets?.[row] ?? 0];
    const name = r * stride + s;
    const known = placeOf.get(name);
    at[row] = known ?? rank.length;
    if (known !== undefined) continue;
    placeOf.set(name, rank.length);
    rank.push(r);
    target.push(s);
  }
  return { rank, target, at };
}
