import { type Tally, type TallyTable, trajectoriesColumn } from "../tally/index.js";
import { type Centred, centre } from "./centred.js";

/** The cells of a scope: rows of the table, the bucket each belongs to, and its logger's group. */
export interface Cells {
  readonly rows: Int32Array;
  /** Trajectories of every cell. */
  readonly counts: Float64Array;
  /** Dense index of the cell's bucket, 0 … buckets − 1. */
  readonly slot: Int32Array;
  readonly buckets: number;
  /** Dense index of the cell's logger. */
  readonly group: Int32Array;
  readonly groups: readonly GroupSize[];
  /** Trajectories. */
  readonly n: number;
}

/** Trajectories and non-empty buckets of one logger. */
export interface GroupSize {
  readonly n: number;
  readonly buckets: number;
}

/** Which part of a tally a row of a result covers; null means all days, "*" all feeds. */
export interface ScopeKey {
  readonly feed: string | null;
  readonly day: string | null;
}

/** The feed of a scope that covers all feeds. */
export const allFeeds = "*";

/** Whether a scope covers a stratum, or any part of a log with a feed and a day. */
export const inScope = (key: ScopeKey, { feed, day }: ScopeKey): boolean =>
  hasFeed(key, feed) && (key.day === null || day === key.day);

/** Whether a scope covers a feed. */
export const hasFeed = ({ feed }: Pick<ScopeKey, "feed">, own: string | null): boolean =>
  feed === allFeeds || feed === own;

/** A scope of a tally with its columns, each centred when it is first asked for. */
export interface Scope extends Cells {
  readonly table: TallyTable;
  /** The slot of a bucket of the tally, where the scope holds it. */
  readonly slotOf: ReadonlyMap<number, number>;
  readonly column: (fingerprint: string) => Centred;
}

/** Gathers the cells of a scope; strata other than loggers are added together. */
export function scopeOf(tally: Tally, key: ScopeKey): Scope {
  const table = tally.tables.cells;
  if (table === undefined) throw new RangeError("A tally must have the table cells.");
  const strata = table.strata.map((stratum) => inScope(key, stratum));
  const rows = Int32Array.from(
    Array.from({ length: table.rows }, (_, i) => i).filter((i) => strata[table.stratum[i] ?? 0]),
  );
  const slots = denseIndex(rows, (row) => table.bucket[row] ?? 0);
  const loggers = denseIndex(rows, (row) => table.strata[table.stratum[row] ?? 0]?.logger ?? "");
  const trajectories = table.columns[trajectoriesColumn]?.hi ?? new Float64Array(table.rows);
  const counts = Float64Array.from(rows, (row) => trajectories[row] ?? 0);
  const groups = groupSizes(loggers, slots.index, counts);
  const cells: Cells = {
    rows,
    counts,
    slot: slots.index,
    buckets: slots.size,
    group: loggers.index,
    groups,
    n: groups.reduce((sum, { n }) => sum + n, 0),
  };
  return {
    ...cells,
    table,
    slotOf: slots.at,
    column: memoised((mark) => centre(table, cells, mark)),
  };
}

function memoised<T>(make: (key: string) => T): (key: string) => T {
  const made = new Map<string, T>();
  return (key) => {
    const known = made.get(key) ?? make(key);
    made.set(key, known);
    return known;
  };
}

interface Dense<T> {
  readonly at: ReadonlyMap<T, number>;
  readonly index: Int32Array;
  readonly size: number;
}

function groupSizes(
  loggers: Dense<string>,
  slot: Int32Array,
  counts: Float64Array,
): readonly GroupSize[] {
  const sizes = Array.from({ length: loggers.size }, () => ({ n: 0, slots: new Set<number>() }));
  loggers.index.forEach((group, i) => {
    const size = sizes[group];
    if (size === undefined) return;
    size.n += counts[i] ?? 0;
    size.slots.add(slot[i] ?? 0);
  });
  return sizes.map(({ n, slots }) => ({ n, buckets: slots.size }));
}

function denseIndex<T>(rows: Int32Array, keyOf: (row: number) => T): Dense<T> {
  const seen = new Map<T, number>();
  const index = Int32Array.from(rows, (row) => {
    const key = keyOf(row);
    const at = seen.get(key) ?? seen.size;
    seen.set(key, at);
    return at;
  });
  return { at: seen, index, size: seen.size };
}
