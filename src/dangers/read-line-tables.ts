import { InternalError } from "../errors.js";
import type { TallyColumn, TallyTable } from "../tally/index.js";
import {
  depthKey,
  depthsOfLines,
  groupKey,
  pairsOfLine,
  rankKey,
  rewardsOfLines,
  sizeKey,
  sizesOfLine,
  targetKey,
} from "../tally/lines/line-request.js";
import { negativeSize } from "../tally/lines/rewards-by-size.js";
import type { GroupedSums } from "./grouped-sums.js";
import type { LogTables, PolicyTables, RewardSizes, RewardTables } from "./tables.js";

/** Where a line's tables stand in a tally, and what the survey knows of its rewards. */
export interface LineSource {
  readonly tables: Readonly<Record<string, TallyTable>>;
  readonly feed: string | null;
  readonly listsKnown: boolean;
  /** Rewards in the order of the study, with the range of the whole log. */
  readonly rewards: readonly { readonly name: string; readonly range: readonly [number, number] }[];
}

/** The rows of one feed. */
interface FeedRows {
  readonly table: TallyTable;
  readonly rows: Int32Array;
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
  const depths = dense(found, groups, ranks, byKey(found, depthKey), {
    trajectories: "trajectories",
    atEnd: "atEnd",
    cut: "cut",
  });
  const views = dense(pairs, groups, ranks, byKey(pairs, rankKey), {
    views: "rows",
    continuable: "continuable",
  });
  const trajectories = Float64Array.from(depths.groups, ({ trajectories: counts }) =>
    counts.reduce((sum, count) => sum + count, 0),
  );
  const [depthAt, rankAt] = [byKey(byDepth, depthKey), byKey(byDepth, rankKey)];
  const cellOf = (row: number): number => depthAt(row) * ranks + rankAt(row);
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
      fourth: sumOf(pairs, `${at} fourth`),
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
  const cellOf = (row: number): number => cells.at[row] ?? -1;
  const rewards = source.rewards.map(({ name }, at): [string, PolicyTables["rewards"][string]] => [
    name,
    dense(pairs, groups, cells.rank.length, cellOf, {
      rewarded: `${at} rewarded`,
      sum: `${at} sum`,
      squares: `${at} squares`,
      positiveRewarded: `${at} positiveRewarded`,
      positiveSum: `${at} positiveSum`,
      positiveSquares: `${at} positiveSquares`,
    }),
  ]);
  const sizes = source.rewards.flatMap(({ name }, at) => {
    const found = feedRows(source, sizesOfLine(target, at));
    return found === undefined ? [] : [[name, sizesIn(found)] as const];
  });
  return {
    ...(sizes.length === 0 ? {} : { sizes: Object.fromEntries(sizes) }),
    cells: { rank: cells.rank, target: cells.target },
    rows: dense(pairs, groups, cells.rank.length, cellOf, { rows: "rows" }),
    rewards: Object.fromEntries(rewards),
    moved: movedRows(pairs, found, groups, ranks, target),
    ...(pairs.table.columns.shown === undefined
      ? {}
      : { shown: dense(pairs, groups, ranks, byKey(pairs, rankKey), { views: "shown" }) }),
  };
}

function sizesIn({ table, rows }: FeedRows): RewardSizes {
  const key = (name: string): number[] => Array.from(rows, (row) => table.keys[name]?.[row] ?? 0);
  const values = (name: string): Float64Array => {
    const { hi, lo } = columnOf(table, name);
    return Float64Array.from(rows, (row) => (hi[row] ?? 0) + (lo?.[row] ?? 0));
  };
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

/** Rows by rank that the target moves down or drops: among last rows of ended sessions, and among the others. */
function movedRows(
  pairs: FeedRows,
  found: FeedRows,
  groups: ReadonlyMap<number, number>,
  ranks: number,
  target: string,
): PolicyTables["moved"] {
  const last = dense(found, groups, ranks, byKey(found, depthKey), {
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

function feedRows({ tables, feed }: LineSource, name: string): FeedRows | undefined {
  const table = tables[name];
  if (table === undefined) return undefined;
  const byFeed = feedsOf.get(table) ?? rowsByFeed(table);
  feedsOf.set(table, byFeed);
  return { table, rows: byFeed.get(feed) ?? new Int32Array() };
}

/** Rows of every feed, found once a table: studies may have many feeds. */
const feedsOf = new WeakMap<TallyTable, ReadonlyMap<string | null, Int32Array>>();

function rowsByFeed({ rows, strata, stratum }: TallyTable): ReadonlyMap<string | null, Int32Array> {
  const found = new Map<string | null, number[]>();
  const lists = strata.map(({ feed }) => {
    const list = found.get(feed) ?? [];
    found.set(feed, list);
    return list;
  });
  for (let row = 0; row < rows; row++) lists[stratum[row] ?? 0]?.push(row);
  return new Map([...found].map(([feed, list]) => [feed, Int32Array.from(list)]));
}

function required(found: FeedRows | undefined): FeedRows {
  if (found === undefined) throw new InternalError("Expected the tally to hold the lines' tables.");
  return found;
}

/** The place of a rank or depth in an array from rank 1 on; −1 for a rank of 0. */
function byKey({ table }: FeedRows, name: string): (row: number) => number {
  const values = table.keys[name] ?? new Float64Array(table.rows).fill(1);
  return (row) => (values[row] ?? 0) - 1;
}

function deepest({ table, rows }: FeedRows, name: string): number {
  const values = table.keys[name];
  let most = 1;
  for (const row of rows) most = Math.max(most, values?.[row] ?? 0);
  return most;
}

const groupsOf = ({ keys, rows }: TallyTable): Float64Array =>
  keys[groupKey] ?? new Float64Array(rows);

/** Groups that hold a trajectory, numbered from 0. */
function groupsIn({ table, rows }: FeedRows): ReadonlyMap<number, number> {
  const group = groupsOf(table);
  const met = new Set<number>();
  for (const row of rows) met.add(group[row] ?? 0);
  const found = [...met].sort((a, b) => a - b);
  return new Map(found.map((each, at) => [each, at]));
}

/** The cells of a table by displayed and target rank in the order of its rows, and the cell of each row. */
function cellsOf({ table, rows }: FeedRows) {
  const [ranks, targets] = [table.keys[rankKey], table.keys[targetKey]];
  const placeOf = new Map<number, number>();
  const [rank, target]: [number[], number[]] = [[], []];
  const at = new Int32Array(table.rows).fill(-1);
  for (const row of rows) {
    const [r, s] = [ranks?.[row] ?? 1, targets?.[row] ?? 0];
    const name = r * 2 ** 26 + s;
    const known = placeOf.get(name);
    at[row] = known ?? rank.length;
    if (known !== undefined) continue;
    placeOf.set(name, rank.length);
    rank.push(r);
    target.push(s);
  }
  return { rank, target, at };
}

function dense<Name extends string>(
  { table, rows }: FeedRows,
  groups: ReadonlyMap<number, number>,
  cells: number,
  cellOf: (row: number) => number,
  columns: Readonly<Record<Name, string>>,
): GroupedSums<Name> {
  const names = Object.keys(columns) as Name[];
  const group = groupsOf(table);
  // The positive part of a reward that is never negative is the reward's own column.
  const made = new Map<TallyColumn, readonly Float64Array[]>();
  const sums = names.map((name) => {
    const column = columnOf(table, columns[name]);
    const same = made.get(column);
    if (same !== undefined) return same;
    const { hi, lo } = column;
    const byGroup = Array.from({ length: groups.size }, () => new Float64Array(cells));
    made.set(column, byGroup);
    for (const row of rows) {
      const own = byGroup[groups.get(group[row] ?? 0) ?? -1];
      if (own === undefined) {
        throw new InternalError("A group of users has rows but no trajectory.");
      }
      const cell = cellOf(row);
      own[cell] = (own[cell] ?? 0) + ((hi[row] ?? 0) + (lo?.[row] ?? 0));
    }
    return byGroup;
  });
  const none = new Float64Array(cells);
  return {
    cells,
    groups: Array.from({ length: groups.size }, (_, each) => {
      const own = names.map((name, at) => [name, sums[at]?.[each] ?? none]);
      return Object.fromEntries(own) as Record<Name, Float64Array>;
    }),
  };
}

function sumOf({ table, rows }: FeedRows, name: string): number {
  const { hi, lo } = columnOf(table, name);
  let total = 0;
  for (const row of rows) total += (hi[row] ?? 0) + (lo?.[row] ?? 0);
  return total;
}

function columnOf({ columns }: TallyTable, name: string): TallyColumn {
  const column = columns[name];
  if (column !== undefined) return column;
  throw new InternalError(`Expected a column "${name}" of a line's table.`);
}
