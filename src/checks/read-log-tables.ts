import {
  type ComparisonPairs,
  type ComparisonRewards,
  type ComparisonWeights,
  depthKey,
  depthsOfComparisons,
  exposureKey,
  exposuresOfComparisons,
  exposuresOfItems,
  groupKey,
  itemKey,
  lengthKey,
  listsOfComparisons,
  rankKey,
  rewardsOfComparisons,
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
  sumOf,
} from "./feed-rows.js";
import { neighboursIn } from "./read-neighbours.js";
import { sameRewardsIn } from "./read-same-rewards.js";
import type { LogTables, RewardTables } from "./tables.js";

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
