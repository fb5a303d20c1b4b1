import { furtherFeedsIn, furtherFeedsTable } from "../tally/further-feeds.js";
import { replicateKey, replicatesTable } from "../tally/replicates/take-replicates.js";
import { trajectoriesColumn } from "../tally/take.js";
import type { Tally, TallyTable } from "../tally/tally.js";
import { type Cells, type CentredColumn, centre, type LoggerSize } from "./centred.js";

/** What turns a centred sum of each logging policy into a bucket's influence: sqrt(B_j/(B_j − 1))/n. */
export const influenceFactors = ({ loggers, n }: Pick<Cells, "loggers" | "n">): readonly number[] =>
  loggers.map(({ buckets }) => Math.sqrt(buckets / (buckets - 1)) / n);

/** Which part of a tally a row of a result covers; null means all days, "*" all feeds. */
export interface ScopeKey {
  readonly feed: string | null;
  readonly day: string | null;
  /** Without a `day`: these days alone. */
  readonly days?: readonly string[];
  /** Over all feeds: a trajectory counts once in each of its feeds, as a score of lists takes it. */
  readonly perList?: true;
}

export const allFeeds = "*";

/** Whether a scope covers a stratum, or any part of a log with a feed and a day. */
export const inScope = (key: ScopeKey, { feed, day }: ScopeKey): boolean =>
  hasFeed(key, feed) &&
  (key.day === null || day === key.day) &&
  (key.days === undefined || (day !== null && key.days.includes(day)));

export const hasFeed = ({ feed }: Pick<ScopeKey, "feed">, name: string | null): boolean =>
  feed === allFeeds || feed === name;

/** A scope of a tally with its columns, each centred when it is first asked for. */
export interface Scope extends Cells {
  readonly table: TallyTable;
  /** The slot of a bucket of the tally, where the scope holds it. */
  readonly indexOfBucket: ReadonlyMap<number, number>;
  /** The tally's number of every slot's bucket. */
  readonly bucketKeys: Int32Array;
  readonly column: (fingerprint: string) => CentredColumn;
  /** Trajectories of each slot. */
  readonly sizes: () => Float64Array;
  /** The slots of each logging policy's buckets, where there are several and none is shared. */
  readonly strata: () => readonly (readonly number[])[] | undefined;
  /** Sums of the bootstrap's replicates over users, where the tally holds them for this scope. */
  readonly byUser?: UserDraws | undefined;
}

/**
 * Gathers the cells of a scope; strata other than loggers are added together. `standingFor` is the column with the
 * trajectories that those of a sampled log stand for.
 */
export function scopeOf(tally: Tally, key: ScopeKey, standingFor?: string): Scope {
  const table = tally.tables.cells;
  if (table === undefined) throw new RangeError("A tally must have the table cells.");
  const strata = table.strata.map((stratum) => inScope(key, stratum));
  const rows = rowsIn(table, strata);
  const byBucket = denseIndex(rows, (row) => table.bucket[row] ?? 0);
  const byLogger = denseIndex(rows, (row) => table.strata[table.stratum[row] ?? 0]?.logger ?? "");
  const trajectories = table.columns[trajectoriesColumn]?.hi ?? new Float64Array(table.rows);
  const weighed = standingFor === undefined ? undefined : table.columns[standingFor];
  const counts = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i] ?? 0;
    counts[i] =
      weighed === undefined
        ? (trajectories[row] ?? 0)
        : (weighed.hi[row] ?? 0) + (weighed.lo?.[row] ?? 0);
  }
  const further = takeFurther(furtherIn(tally, key), table, rows, counts);
  const loggers = loggerSizes(byLogger, byBucket.index, counts);
  const cells: Cells = {
    rows,
    counts,
    bucketIndex: byBucket.index,
    buckets: byBucket.size,
    loggerIndex: byLogger.index,
    loggers,
    n: loggers.reduce((sum, { n }) => sum + n, 0),
    kept: rows.reduce((sum, row) => sum + (trajectories[row] ?? 0), 0) - further,
  };
  return {
    ...cells,
    table,
    indexOfBucket: byBucket.at,
    bucketKeys: Int32Array.from(byBucket.at.keys()),
    column: memoised((fingerprint) => centre(table, cells, fingerprint)),
    sizes: once(() => sizesOf(cells)),
    strata: once(() => slotsByLogger(cells)),
    // Days are added up before users are weighed.
    ...(key.day === null &&
      key.days === undefined && {
        byUser: userDraws(
          tally,
          ({ feed }) => hasFeed(key, feed),
          [...byLogger.at.keys()],
          standingFor,
        ),
      }),
  };
}

/** Whether a scope counts a trajectory once over all the feeds that it is in, not once in each. */
export const isPerSession = (tally: Tally, { feed, days, perList }: ScopeKey): boolean =>
  feed === allFeeds &&
  days === undefined &&
  perList === undefined &&
  tally.tables[furtherFeedsTable] !== undefined;

/** By bucket, the trajectories of a scope that are of a session which it has counted in another feed. */
export const furtherIn = (tally: Tally, key: ScopeKey): ReadonlyMap<number, number> =>
  (isPerSession(tally, key) && furtherFeedsIn(tally.tables[furtherFeedsTable], key.day)) ||
  new Map();

/** Takes further feeds of a trajectory from the first cell of its bucket, since only sums over feeds are read; how many. */
function takeFurther(
  further: ReadonlyMap<number, number>,
  { bucket }: TallyTable,
  rows: Int32Array,
  counts: Float64Array,
): number {
  let count = 0;
  const left = new Map(further);
  rows.forEach((row, i) => {
    const place = left.get(bucket[row] ?? 0);
    if (place === undefined) return;
    counts[i] = (counts[i] ?? 0) - place;
    left.delete(bucket[row] ?? 0);
    count += place;
  });
  return count;
}

function rowsIn({ rows, stratum }: TallyTable, marked: readonly boolean[]): Int32Array {
  const order = new Int32Array(rows);
  let count = 0;
  for (let row = 0; row < rows; row++) {
    if (marked[stratum[row] ?? 0]) order[count++] = row;
  }
  return order.slice(0, count);
}

function sizesOf({ counts, bucketIndex, buckets }: Cells): Float64Array {
  const sizes = new Float64Array(buckets);
  for (let i = 0; i < counts.length; i++) {
    const slot = bucketIndex[i] ?? 0;
    sizes[slot] = (sizes[slot] ?? 0) + (counts[i] ?? 0);
  }
  return sizes;
}

/** The slots of each logging policy's buckets; undefined of one policy, and where users came under several. */
function slotsByLogger({
  loggers,
  loggerIndex,
  bucketIndex,
  buckets,
}: Cells): readonly (readonly number[])[] | undefined {
  if (loggers.length < 2) return undefined;
  const owner = new Int32Array(buckets).fill(-1);
  for (let i = 0; i < bucketIndex.length; i++) {
    const slot = bucketIndex[i] ?? 0;
    const logger = loggerIndex[i] ?? 0;
    if (owner[slot] !== -1 && owner[slot] !== logger) return undefined;
    owner[slot] = logger;
  }
  return loggers.map((_, j) => [...owner.keys()].filter((slot) => owner[slot] === j));
}

function once<T>(make: () => T): () => T {
  let made: { readonly value: T } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

function memoised<T>(make: (key: string) => T): (key: string) => T {
  const made = new Map<string, T>();
  return (key) => {
    const value = made.get(key) ?? make(key);
    made.set(key, value);
    return value;
  };
}

interface Dense<T> {
  readonly at: ReadonlyMap<T, number>;
  readonly index: Int32Array;
  readonly size: number;
}

function loggerSizes(
  byLogger: Dense<string>,
  bucketIndex: Int32Array,
  counts: Float64Array,
): readonly LoggerSize[] {
  const sizes = Array.from({ length: byLogger.size }, () => ({ n: 0, buckets: new Set<number>() }));
  byLogger.index.forEach((logger, i) => {
    const size = sizes[logger];
    if (size === undefined) return;
    size.n += counts[i] ?? 0;
    size.buckets.add(bucketIndex[i] ?? 0);
  });
  return sizes.map(({ n, buckets }) => ({ n, buckets: buckets.size }));
}

function denseIndex<T>(rows: Int32Array, keyOf: (row: number) => T): Dense<T> {
  const places = new Map<T, number>();
  const index = rows.map((row) => {
    const key = keyOf(row);
    const at = places.get(key) ?? places.size;
    places.set(key, at);
    return at;
  });
  return { at: places, index, size: places.size };
}

/** What a tally holds of the bootstrap over users: sums in which each user counts as often as its weight says. */
interface UserDraws {
  /** Weighted trajectories in each replicate, by logging policy. */
  readonly counts: readonly Float64Array[];
  /** By logging policy, the weighted sums of a column in each replicate; undefined where the tally has none. */
  readonly sums: (fingerprint: string) => readonly Float64Array[] | undefined;
}

/** The replicates of the strata that a scope covers; `standingFor` is the column that counts trajectories. */
function userDraws(
  { tables }: Tally,
  covers: (stratum: TallyTable["strata"][number]) => boolean,
  loggers: readonly string[],
  standingFor: string = trajectoriesColumn,
): UserDraws | undefined {
  const table = tables[replicatesTable];
  if (table === undefined) return undefined;
  const replicates = table.keys[replicateKey] ?? new Float64Array(0);
  const count = 1 + replicates.reduce((most, replicate) => Math.max(most, replicate), -1);
  const logger = table.strata.map((stratum) =>
    covers(stratum) ? loggers.indexOf(stratum.logger ?? "") : -1,
  );
  const sums = (fingerprint: string): readonly Float64Array[] | undefined => {
    const column = table.columns[fingerprint];
    if (column === undefined) return undefined;
    const sums = loggers.map(() => new Float64Array(count));
    for (let row = 0; row < table.rows; row++) {
      const ofLogger = sums[logger[table.stratum[row] ?? 0] ?? -1];
      const r = replicates[row] ?? 0;
      if (ofLogger !== undefined) ofLogger[r] = (ofLogger[r] ?? 0) + (column.hi[row] ?? 0);
    }
    return sums;
  };
  const counts = sums(standingFor);
  return counts && { counts, sums };
}
