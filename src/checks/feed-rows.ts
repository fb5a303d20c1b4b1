import { InternalError } from "../errors.js";
import { groupKey } from "../tally/comparisons/comparison-shapes.js";
import {
  type AnyShape,
  type KeyOf,
  type SumOf,
  type TableOf,
  type TableRef,
  tableIn,
} from "../tally/shape.js";
import type { TallyColumn, TallyTable } from "../tally/tally.js";
import type { GroupedSums } from "./grouped-sums.js";

/** Where a comparison's tables stand in a tally, and what the survey knows of its rewards. */
export interface ComparisonSource {
  readonly tables: Readonly<Record<string, TallyTable>>;
  readonly feed: string | null;
  readonly listsKnown: boolean;
  /** Rewards in the order of the study, with the range of the whole log. */
  readonly rewards: readonly { readonly name: string; readonly range: readonly [number, number] }[];
}

/** The rows of one feed. */
export interface FeedRows<S extends AnyShape> {
  readonly table: TableOf<S>;
  readonly rows: Int32Array;
}

export function feedRows<S extends AnyShape>(
  { tables, feed }: ComparisonSource,
  ref: TableRef<S>,
): FeedRows<S> | undefined {
  const table = tableIn(tables, ref);
  if (table === undefined) return undefined;
  const byFeed = feedsOf.get(table) ?? rowsByFeed(table);
  feedsOf.set(table, byFeed);
  return { table, rows: byFeed.get(feed) ?? new Int32Array() };
}

/** Rows of every feed, found once a table: studies may have many feeds. */
const feedsOf = new WeakMap<TableOf<AnyShape>, RowsByFeed>();

type RowsByFeed = ReadonlyMap<string | null, Int32Array>;

function rowsByFeed({ rows, strata, stratum }: TableOf<AnyShape>): RowsByFeed {
  const feeds = [...new Set(strata.map(({ feed }) => feed))];
  const feedOf = Int32Array.from(strata, ({ feed }) => feeds.indexOf(feed));
  const sizes = new Int32Array(feeds.length);
  for (let row = 0; row < rows; row++) {
    const feed = feedOf[stratum[row] ?? 0] ?? 0;
    sizes[feed] = (sizes[feed] ?? 0) + 1;
  }
  const lists = feeds.map((_, at) => ({ rows: new Int32Array(sizes[at] ?? 0), held: 0 }));
  for (let row = 0; row < rows; row++) {
    const list = lists[feedOf[stratum[row] ?? 0] ?? 0];
    if (list !== undefined) list.rows[list.held++] = row;
  }
  return new Map(feeds.map((feed, at) => [feed, lists[at]?.rows ?? new Int32Array()]));
}

export function required<S extends AnyShape>(found: FeedRows<S> | undefined): FeedRows<S> {
  if (found === undefined)
    throw new InternalError("Expected the tally to hold the tables of comparisons.");
  return found;
}

/** The place of a rank or depth in an array from rank 1 on; −1 for a rank of 0. */
export function byKey<S extends AnyShape>(
  { table }: FeedRows<S>,
  name: NoInfer<KeyOf<S>>,
): (row: number) => number {
  const values = table.keys[name] ?? new Float64Array(table.rows).fill(1);
  return (row) => (values[row] ?? 0) - 1;
}

export function deepest<S extends AnyShape>(
  { table, rows }: FeedRows<S>,
  name: NoInfer<KeyOf<S>>,
): number {
  const values = table.keys[name];
  let most = 1;
  for (const row of rows) most = Math.max(most, values?.[row] ?? 0);
  return most;
}

const groupsOf = ({ keys, rows }: TableOf<AnyShape>): Float64Array =>
  keys[groupKey] ?? new Float64Array(rows);

/** Groups that hold a trajectory, numbered from 0. */
export function groupsIn({ table, rows }: FeedRows<AnyShape>): ReadonlyMap<number, number> {
  const group = groupsOf(table);
  const met = new Set<number>();
  for (const row of rows) met.add(group[row] ?? 0);
  const found = [...met].sort((a, b) => a - b);
  return new Map(found.map((each, at) => [each, at]));
}

/** Columns of a feed's rows, or others of as many rows, added up by group of users and cell. */
export const dense = <S extends AnyShape, Name extends string>(
  from: FeedRows<S>,
  groups: ReadonlyMap<number, number>,
  cells: number,
  cellOf: (row: number) => number,
  columns: Readonly<Record<Name, NoInfer<SumOf<S>> | TallyColumn>>,
): GroupedSums<Name> => denseAt(from, placesOf(from, groups, cells, cellOf), columns);

/** Where each row of a feed is added up. */
interface Places {
  readonly cells: number;
  readonly groups: number;
  readonly of: Int32Array;
}

/** By group of users and cell, which is that of a row or of its place among the feed's. */
export function placesOf(
  { table, rows }: FeedRows<AnyShape>,
  groups: ReadonlyMap<number, number>,
  cells: number,
  cellOf: (row: number, at: number) => number,
): Places {
  const group = groupsOf(table);
  const numbers = new Int32Array(1 + Math.max(-1, ...groups.keys())).fill(-1);
  for (const [name, own] of groups) numbers[name] = own;
  const places = new Int32Array(rows.length);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] ?? 0;
    const own = numbers[group[row] ?? 0] ?? -1;
    if (own < 0) throw new InternalError("A group of users has rows but no trajectory.");
    const cell = cellOf(row, i);
    places[i] = cell >= 0 && cell < cells ? own * cells + cell : -1;
  }
  return { cells, groups: groups.size, of: places };
}

/** Columns of rows whose places are known. */
export function denseAt<S extends AnyShape, Name extends string>(
  { table, rows }: FeedRows<S>,
  { cells, groups, of: places }: Places,
  columns: Readonly<Record<Name, NoInfer<SumOf<S>> | TallyColumn>>,
): GroupedSums<Name> {
  // The positive part of a reward that is never negative is the reward's own column.
  const made = new Map<TallyColumn, Float64Array>();
  const names = Object.keys(columns) as Name[];
  const sums = names.map((name) => {
    const given = columns[name];
    const column: TallyColumn = isName(given) ? columnOf<S>({ table }, given) : given;
    const own = made.get(column) ?? addedUp(column, rows, places, cells * groups);
    made.set(column, own);
    return own;
  });
  return {
    cells,
    groups: Array.from({ length: groups }, (_, each) => {
      const own = {} as Record<Name, Float64Array>;
      for (const [at, name] of names.entries())
        own[name] = sums[at]?.subarray(each * cells, (each + 1) * cells) ?? new Float64Array(cells);
      return own;
    }),
  };
}

const isName = <Name extends string>(given: Name | TallyColumn): given is Name =>
  typeof given === "string";

function addedUp(
  { hi, lo }: TallyColumn,
  rows: Int32Array,
  places: Int32Array,
  size: number,
): Float64Array {
  const sums = new Float64Array(size);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] ?? 0;
    const place = places[i] ?? 0;
    if (place < 0) continue;
    sums[place] = (sums[place] ?? 0) + ((hi[row] ?? 0) + (lo?.[row] ?? 0));
  }
  return sums;
}

export function sumOf<S extends AnyShape>(from: FeedRows<S>, name: NoInfer<SumOf<S>>): number {
  const { hi, lo } = columnOf(from, name);
  let total = 0;
  for (const row of from.rows) total += (hi[row] ?? 0) + (lo?.[row] ?? 0);
  return total;
}

export function columnOf<S extends AnyShape>(
  { table: { columns } }: { readonly table: TableOf<S> },
  name: NoInfer<SumOf<S>>,
): TallyColumn {
  const column: TallyColumn | undefined = columns[name];
  if (column !== undefined) return column;
  throw new InternalError(`Expected a column "${name}" of a comparison's table.`);
}
