import { reason, StudyError } from "../errors.js";
import type { Stratum } from "../log/strata.js";
import { addDoubleDouble, type DoubleDouble } from "../numeric/double-double.js";
import { foldedBuckets } from "./bucket.js";
import { placeIn } from "./place-in.js";
import { expectedSmall, rarelyAny, smallGroups } from "./small-groups.js";
import {
  type Buckets,
  noBucket,
  rounded,
  type ScopeCount,
  type Tally,
  type TallyColumn,
  type TallyTable,
} from "./tally.js";

/**
 * The tally with coarser buckets (1,024, 128 or fewer): values are the same, standard errors are known a
 * little less well, and a row is that of a group of users, without their keys. How many clusters an exact tally holds
 * by feed and day is counted first and kept. Throws where buckets cannot be refined.
 */
export function foldTally<About>(tally: Tally<About>, buckets: number): Tally<About> {
  const map = bucketMap(tally.buckets, buckets);
  const tables = Object.entries(tally.tables).map(([name, table]) => [
    name,
    regroup([table], (bucket) => map(bucket)),
  ]);
  return {
    ...tally,
    buckets: { kind: "hashed", count: buckets },
    clusters: tally.buckets.kind === "exact" ? countClusters(tally) : tally.clusters,
    tables: Object.fromEntries(tables),
  };
}

/**
 * A tally as it is passed around, by groups of users: as many as leave none with fewer than `fewestInGroup`, but 4 at
 * least. A row is a group on a day, in a feed: it may be of one trajectory. Finer groups fold into coarser ones, so that
 * tallies of days add whatever their numbers of users. A tally whose users are in groups already, and not counted,
 * stays as it is.
 */
export function groupUsers<About>(tally: Tally<About>): Tally<About> {
  const { buckets } = tally;
  const users = clustersIn(tally);
  if (users === null) return tally;
  const finest = buckets.kind === "hashed" ? buckets.count : 1024;
  const choices = foldedBuckets.filter((count) => count <= finest);
  const groups = choices.find((count) => hasNoSmall(buckets, count, users)) ?? coarsest;
  return buckets.kind === "hashed" && groups === finest ? tally : foldTally(tally, groups);
}

const hasNoSmall = (buckets: Buckets, count: number, users: number): boolean =>
  (smallGroups(buckets, count) ?? expectedSmall(users, count)) < rarelyAny;

/** How many clusters the log of a tally has; null where the tally cannot know, as after adding. */
export function clustersIn({ buckets, clusters }: Tally): number | null {
  if (buckets.kind === "exact") return buckets.hashes.length;
  return clusters?.find(({ feed, day }) => feed === null && day === null)?.clusters ?? null;
}

function bucketMap(from: Buckets, to: number): (bucket: number) => number {
  const finest = from.kind === "exact" ? 1024 : from.count;
  if (!foldedBuckets.includes(to) || to > finest) {
    const choices = foldedBuckets.filter((count) => count <= finest);
    throw new StudyError(
      reason(
        "fold",
        `This tally folds to ${choices.join(" or ")} buckets; ${to} is not possible.`,
        {
          to,
          choices,
        },
      ),
    );
  }
  const factor = finest / to;
  const hashes = from.kind === "exact" ? from.hashes : undefined;
  return (bucket) => {
    if (bucket === noBucket) return noBucket;
    return Math.floor((hashes === undefined ? bucket : hashOf(hashes, bucket)) / factor);
  };
}

const hashOf = (hashes: readonly number[], bucket: number): number =>
  placeIn({ get: (at: number) => hashes[at] }, bucket, "bucket");

/** Tables as one: rows of the same stratum, bucket and keys are combined, in one fixed order. */
export function regroup(
  tables: readonly TallyTable[],
  bucketOf: (bucket: number) => number = (bucket) => bucket,
): TallyTable {
  const strata = mergedStrata(tables);
  const keyNames = Object.keys(tables[0]?.keys ?? {});
  const cells = new Map<string, { readonly order: readonly number[]; readonly from: Source[] }>();
  for (const table of tables) {
    const at = table.strata.map((stratum) =>
      placeIn(strata.index, JSON.stringify(stratum), "stratum"),
    );
    for (let row = 0; row < table.rows; row++) {
      const extra = keyNames.map((name) => table.keys[name]?.[row] ?? 0);
      const order = [at[table.stratum[row] ?? 0] ?? 0, bucketOf(table.bucket[row] ?? 0), ...extra];
      const cell = cells.get(order.join()) ?? { order, from: [] };
      cell.from.push({ table, row });
      cells.set(order.join(), cell);
    }
  }
  const sorted = [...cells.values()].sort((a, b) => byOrder(a.order, b.order));
  const columns = Object.entries(tables[0]?.columns ?? {}).map(([fingerprint, { combine }]) => [
    fingerprint,
    rounded(
      combined(
        combine,
        sorted.map(({ from }) => from),
        fingerprint,
      ),
      Math.max(...tables.map((table) => table.columns[fingerprint]?.rounding ?? 0)),
    ),
  ]);
  return {
    rows: sorted.length,
    strata: strata.list,
    stratum: Int32Array.from(sorted, ({ order }) => order[0] ?? 0),
    bucket: Int32Array.from(sorted, ({ order }) => order[1] ?? 0),
    keys: Object.fromEntries(
      keyNames.map((name, k) => [
        name,
        Float64Array.from(sorted, ({ order }) => order[k + 2] ?? 0),
      ]),
    ),
    columns: Object.fromEntries(columns),
  };
}

/** Tables of the same keys and different columns as one; 0 where a table lacks a row. */
export function regroupWide(tables: readonly TallyTable[]): TallyTable {
  const columns = tables.flatMap((table) => Object.entries(table.columns));
  const wide = tables.map((table): TallyTable => {
    const blank = new Float64Array(table.rows);
    const sums = columns.map(([fingerprint, { combine }]) => [
      fingerprint,
      table.columns[fingerprint] ?? { combine, hi: blank, lo: null },
    ]);
    return { ...table, columns: Object.fromEntries(sums) };
  });
  return regroup(wide);
}

const coarsest = Math.min(...foldedBuckets);

interface Source {
  readonly table: TallyTable;
  readonly row: number;
}

function mergedStrata(tables: readonly TallyTable[]): {
  readonly list: TallyTable["strata"];
  readonly index: ReadonlyMap<string, number>;
} {
  const texts = new Map(
    tables.flatMap(({ strata }) => strata.map((stratum) => [JSON.stringify(stratum), stratum])),
  );
  const sorted = [...texts].sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    list: sorted.map(([, stratum]) => stratum),
    index: new Map(sorted.map(([text], i) => [text, i])),
  };
}

function byOrder(a: readonly number[], b: readonly number[]): number {
  const at = a.findIndex((value, i) => value !== b[i]);
  return at < 0 ? 0 : (a[at] ?? 0) - (b[at] ?? 0);
}

function combined(
  combine: "sum" | "max",
  cells: readonly (readonly Source[])[],
  fingerprint: string,
): TallyColumn {
  const hi = new Float64Array(cells.length);
  const lo = new Float64Array(cells.length);
  cells.forEach((sources, i) => {
    const values = sources.map(({ table, row }) => valueAt(table.columns[fingerprint], row));
    const value =
      combine === "sum"
        ? values.reduce(addDoubleDouble, { hi: 0, lo: 0 })
        : { hi: Math.max(...values.map((doubleDouble) => doubleDouble.hi)), lo: 0 };
    hi[i] = value.hi;
    lo[i] = value.lo;
  });
  return { combine, hi, lo: lo.some((rest) => rest !== 0) ? lo : null };
}

/** The value of a column at a row, with every bit that the tally keeps. */
export const valueAt = (column: TallyColumn | undefined, row: number): DoubleDouble => ({
  hi: column?.hi[row] ?? 0,
  lo: column?.lo?.[row] ?? 0,
});

/** Distinct clusters of an exact tally: overall, by feed, by day, and by feed and day. */
function countClusters({ tables }: Tally): readonly ScopeCount[] {
  const { cells } = tables;
  if (cells === undefined) return [];
  const scopes = new Map<string, Omit<ScopeCount, "clusters"> & { readonly ids: Set<number> }>();
  const seenIn = cells.strata.map((stratum) =>
    scopesOf(stratum).map((scope) => {
      const key = JSON.stringify(scope);
      const count = scopes.get(key) ?? { ...scope, ids: new Set() };
      scopes.set(key, count);
      return count.ids;
    }),
  );
  cells.bucket.forEach((cluster, row) => {
    for (const ids of seenIn[cells.stratum[row] ?? 0] ?? []) ids.add(cluster);
  });
  return [...scopes.values()].map(({ feed, day, ids }) => ({
    feed,
    day,
    clusters: ids.size,
  }));
}

/** Every scope that holds a stratum; a role that the log does not have adds none. */
function scopesOf({ feed, day }: Stratum): readonly Omit<ScopeCount, "clusters">[] {
  const feeds = feed === null ? [null] : [null, feed];
  const days = day === null ? [null] : [null, day];
  return feeds.flatMap((name) => days.map((on) => ({ feed: name, day: on })));
}
