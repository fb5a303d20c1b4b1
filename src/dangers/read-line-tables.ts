import { InternalError } from "../errors.js";
import { toDouble } from "../numeric/index.js";
import { type TallyTable, valueAt } from "../tally/index.js";
import {
  depthKey,
  depthsOfLines,
  groupKey,
  pairsOfLine,
  rankKey,
  rewardsOfLines,
  targetKey,
} from "../tally/lines/line-request.js";
import type { GroupedSums } from "./grouped-sums.js";
import type { LogTables, PolicyTables, RewardTables } from "./tables.js";

/** Where a line's tables stand in a tally, and what the survey knows of its rewards. */
export interface LineSource {
  readonly tables: Readonly<Record<string, TallyTable>>;
  readonly feed: string | null;
  readonly listsKnown: boolean;
  /** Rewards in the order of the study, with the range of the whole log. */
  readonly rewards: readonly { readonly name: string; readonly range: readonly [number, number] }[];
}

/** The rows of one feed, and the dense number of each row's group. */
interface FeedRows {
  readonly table: TallyTable;
  readonly rows: readonly number[];
}

/** The log's tables of a feed, or undefined where the tally holds none. */
export function readLogTables(source: LineSource, target: string): LogTables | undefined {
  const found = feedRows(source, depthsOfLines);
  const byDepth = feedRows(source, rewardsOfLines);
  const pairs = feedRows(source, pairsOfLine(target));
  if (found === undefined || byDepth === undefined || pairs === undefined) return undefined;
  const groups = groupsIn(found);
  const ranks = Math.max(
    deepest(found, depthKey),
    deepest(pairs, targetKey),
    deepest(pairs, rankKey),
  );
  const depths = dense(found, groups, ranks, (row) => (key(found, depthKey, row) ?? 1) - 1, {
    trajectories: "trajectories",
    atEnd: "atEnd",
    cut: "cut",
  });
  const views = dense(pairs, groups, ranks, (row) => (key(pairs, rankKey, row) ?? 1) - 1, {
    views: "rows",
    continuable: "continuable",
  });
  const trajectories = Float64Array.from(depths.groups, ({ trajectories: counts }) =>
    counts.reduce((sum, count) => sum + count, 0),
  );
  const cellOf = (row: number): number =>
    ((key(byDepth, depthKey, row) ?? 1) - 1) * ranks + (key(byDepth, rankKey, row) ?? 1) - 1;
  const rewards = source.rewards.map(({ name, range }, at): [string, RewardTables] => [
    name,
    {
      byDepth: dense(byDepth, groups, ranks * ranks, cellOf, {
        sum: `${at} sum`,
        positiveSum: `${at} positiveSum`,
        rewarded: `${at} rewarded`,
      }),
      least: range[0],
      most: range[1],
      fourth: pairs.rows.reduce((sum, row) => sum + value(pairs.table, `${at} fourth`, row), 0),
    },
  ]);
  const { listsKnown } = source;
  return { trajectories, ranks, views, listsKnown, depths, rewards: Object.fromEntries(rewards) };
}

/** A policy's tables of a feed. */
export function readPolicyTables(source: LineSource, target: string, ranks: number): PolicyTables {
  const pairs = required(feedRows(source, pairsOfLine(target)));
  const found = required(feedRows(source, depthsOfLines));
  const groups = groupsIn(found);
  const cells = cellsOf(pairs);
  const cellOf = (row: number): number => cells.placeOf.get(cells.name(row)) ?? -1;
  const rewards = source.rewards.map(({ name }, at): [string, PolicyTables["rewards"][string]] => [
    name,
    dense(pairs, groups, cells.rows.length, cellOf, {
      rewarded: `${at} rewarded`,
      sum: `${at} sum`,
      squares: `${at} squares`,
      positiveRewarded: `${at} positiveRewarded`,
      positiveSum: `${at} positiveSum`,
      positiveSquares: `${at} positiveSquares`,
    }),
  ]);
  return {
    cells: {
      rank: cells.rows.map((row) => key(pairs, rankKey, row) ?? 1),
      target: cells.rows.map((row) => key(pairs, targetKey, row) ?? 0),
    },
    rows: dense(pairs, groups, cells.rows.length, cellOf, { rows: "rows" }),
    rewards: Object.fromEntries(rewards),
    moved: movedRows(pairs, found, groups, ranks, target),
  };
}

/** Rows by rank that the target moves down or drops: among last rows of ended sessions, and among the others. */
function movedRows(
  pairs: FeedRows,
  found: FeedRows,
  groups: ReadonlyMap<number, number>,
  ranks: number,
  target: string,
): PolicyTables["moved"] {
  const last = dense(found, groups, ranks, (row) => (key(found, depthKey, row) ?? 1) - 1, {
    trajectories: "trajectories",
    stops: "stops",
    down: `${target} down`,
    downAmongStops: `${target} downAmongStops`,
  });
  const rank = (row: number): number => key(pairs, rankKey, row) ?? 1;
  const views = dense(pairs, groups, ranks, (row) => rank(row) - 1, { rows: "rows" });
  const isDown = (row: number): boolean => {
    const placed = key(pairs, targetKey, row) ?? 0;
    return placed === 0 || placed > rank(row);
  };
  const moved = { table: pairs.table, rows: pairs.rows.filter(isDown) };
  const down = dense(moved, groups, ranks, (row) => rank(row) - 1, { rows: "rows" });
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

function feedRows({ tables, feed }: LineSource, name: string): FeedRows | undefined {
  const table = tables[name];
  if (table === undefined) return undefined;
  const rows = Array.from({ length: table.rows }, (_, row) => row).filter(
    (row) => (table.strata[table.stratum[row] ?? 0]?.feed ?? null) === feed,
  );
  return { table, rows };
}

function required(found: FeedRows | undefined): FeedRows {
  if (found === undefined) throw new InternalError("Expected the tally to hold the lines' tables.");
  return found;
}

const key = ({ table }: FeedRows, name: string, row: number): number | undefined =>
  table.keys[name]?.[row];

const deepest = (from: FeedRows, name: string): number =>
  from.rows.reduce((most, row) => Math.max(most, key(from, name, row) ?? 0), 1);

/** Groups that hold a trajectory, numbered from 0. */
function groupsIn({ table, rows }: FeedRows): ReadonlyMap<number, number> {
  const found = [...new Set(rows.map((row) => table.keys[groupKey]?.[row] ?? 0))].sort(
    (a, b) => a - b,
  );
  return new Map(found.map((group, at) => [group, at]));
}

function cellsOf(from: FeedRows) {
  const name = (row: number): string =>
    JSON.stringify([rankKey, targetKey].map((name) => key(from, name, row) ?? null));
  const placeOf = new Map<string, number>();
  const rows: number[] = [];
  for (const row of from.rows) {
    const own = name(row);
    if (placeOf.has(own)) continue;
    placeOf.set(own, rows.length);
    rows.push(row);
  }
  return { rows, placeOf, name };
}

function dense<Name extends string>(
  { table, rows }: FeedRows,
  groups: ReadonlyMap<number, number>,
  cells: number,
  cellOf: (row: number) => number,
  columns: Readonly<Record<Name, string>>,
): GroupedSums<Name> {
  const names = Object.keys(columns) as Name[];
  const sums = Array.from(
    { length: groups.size },
    () =>
      Object.fromEntries(names.map((name) => [name, new Float64Array(cells)])) as Record<
        Name,
        Float64Array
      >,
  );
  for (const row of rows) {
    const own = sums[groups.get(table.keys[groupKey]?.[row] ?? 0) ?? -1];
    const cell = cellOf(row);
    if (own === undefined) throw new InternalError("A group of users has rows but no trajectory.");
    for (const name of names) {
      own[name][cell] = (own[name][cell] ?? 0) + value(table, columns[name], row);
    }
  }
  return { cells, groups: sums };
}

function value(table: TallyTable, name: string, row: number): number {
  const column = table.columns[name];
  if (column === undefined)
    throw new InternalError(`Expected a column "${name}" of a line's table.`);
  return toDouble(valueAt(column, row));
}
