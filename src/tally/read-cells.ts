import { EngineError, reason } from "../errors.js";
import { byText, type Stratum } from "../log/index.js";
import { addDoubleDouble, type DoubleDouble } from "../numeric/index.js";
import { logChanged, type Table } from "../sql/index.js";
import { bucketOfInteger, bucketOfText } from "./bucket.js";
import type { Column } from "./columns.js";
import { placeIn } from "./place-in.js";
import { binAlias } from "./queries.js";
import { strataOfRows } from "./strata-of-rows.js";
import { type Buckets, rounded, type TallyColumn, type TallyTable } from "./tally.js";

/** Where every cell of the pass over all rows stands: later passes fill in the same places. */
export interface Layout {
  readonly strata: readonly Stratum[];
  readonly stratum: Int32Array;
  readonly bucket: Int32Array;
  readonly buckets: Buckets;
  /** The keys of the clusters that are buckets of their own, by bucket. */
  readonly clusters: readonly string[];
  /** Row of a cell by `placeOf`. */
  readonly places: ReadonlyMap<string, number>;
}

/**
 * Cells in one fixed order (stratum, then bucket), whatever order the engine returned. `known` are clusters
 * that have buckets already, of which the table may lack some.
 */
export function layOut(
  table: Table,
  hashed: number | undefined,
  key: "bigint" | "text",
  known: readonly string[] = [],
): Layout {
  const { strata, at } = strataOfRows(table);
  const met = clustersIn(table, hashed);
  const clusters = hashed === undefined ? numbered(known, met, key) : [];
  const ordinal = new Map(clusters.map((cluster, i) => [cluster, i]));
  const bucketOf = (cluster: string): number =>
    hashed === undefined ? placeIn(ordinal, cluster, "cluster") : Number(cluster);
  const buckets = Float64Array.from(met, bucketOf);
  const order = Array.from(met, (_, row) => row).sort(
    (a, b) => (at[a] ?? 0) - (at[b] ?? 0) || (buckets[a] ?? 0) - (buckets[b] ?? 0),
  );
  const places = placesIn(strata, at, met);
  requireDistinct(order.map((row) => places[row] ?? ""));
  return {
    strata,
    stratum: Int32Array.from(order, (row) => at[row] ?? 0),
    bucket: Int32Array.from(order, (row) => buckets[row] ?? 0),
    buckets:
      hashed === undefined
        ? { kind: "exact", hashes: clusters.map((cluster) => hashOf(cluster, key)) }
        : { kind: "hashed", count: hashed },
    clusters,
    places: new Map(order.map((row, i) => [places[row] ?? "", i])),
  };
}

/** The place of each row: its stratum's key, made once a stratum, and its cluster. */
function placesIn(
  strata: readonly Stratum[],
  at: Int32Array,
  clusters: readonly string[],
): readonly string[] {
  const keys = strata.map(stratumKey);
  return clusters.map((cluster, row) => `${keys[at[row] ?? 0]}|${cluster}`);
}

export const stratumKey = ({ day, feed, logger }: Stratum): string =>
  JSON.stringify([day, feed, logger]);

const clustersIn = (table: Table, hashed: number | undefined): readonly string[] =>
  table.texts(hashed === undefined ? "cluster" : "bucket").map(String);

/** Known clusters keep their numbers; the others follow in order. */
function numbered(
  known: readonly string[],
  met: readonly string[],
  key: "bigint" | "text",
): readonly string[] {
  const before = new Set(known);
  const others = met.filter((cluster) => !before.has(cluster));
  return [...known, ...sortedKeys(others, key)];
}

/** Distinct keys of clusters in the order in which an exact tally numbers them. */
export function sortedKeys(all: readonly string[], key: "bigint" | "text"): readonly string[] {
  const distinct = [...new Set(all)];
  if (key === "text") return distinct.sort(byText);
  const numbers = distinct.map(BigInt).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return numbers.map(String);
}

const hashOf = (cluster: string, key: "bigint" | "text"): number =>
  key === "text" ? bucketOfText(cluster) : bucketOfInteger(BigInt(cluster));

/** The row of the layout for each row of a result. */
function placesOf(layout: Layout, table: Table): Int32Array {
  const hashed = layout.buckets.kind === "hashed" ? layout.buckets.count : undefined;
  const { strata, at } = strataOfRows(table);
  const places = placesIn(strata, at, clustersIn(table, hashed));
  requireDistinct(places);
  return Int32Array.from(places, (place) => {
    const row = layout.places.get(place);
    if (row === undefined) throw logChanged();
    return row;
  });
}

/** Of two rows for one cell the later would take the place of the other. */
function requireDistinct(places: readonly string[]): void {
  const met = new Set<string>();
  const again = places.find((place) => met.size === met.add(place).size);
  if (again === undefined) return;
  const message = `Expected one row for each group of a result, but there are two for ${again}: the engine grouped separately what reads as one text, or the result was put together of several. Run the statement again, whole.`;
  throw new EngineError("data", reason("groupTwice", message, { group: again }));
}

/** The columns of one result, put in their places; 0 in cells that it lacks. */
export function readColumns(
  layout: Layout,
  table: Table,
  columns: readonly Column[],
  suffix: string,
): Record<string, TallyColumn> {
  const places = placesOf(layout, table);
  return Object.fromEntries(
    columns.map((column) => {
      const values = (alias: string): Float64Array =>
        placed(layout, places, table.numbers(`${alias}${suffix}`));
      return [column.fingerprint, readColumn(column, values)];
    }),
  );
}

/** The values of a column: what its bins add up to. */
export function readColumn(column: Column, values: (alias: string) => Float64Array): TallyColumn {
  const { alias, component, scale, rounding } = column;
  const combine = component.over === "rows" ? (component.combine ?? "sum") : "sum";
  const finer = scale.kind === "bins" ? scale.steps.slice(1) : [];
  const hi = values(alias).slice();
  if (finer.length === 0) return rounded({ combine, hi, lo: null }, rounding);
  const bins = finer.map((_, i) => values(binAlias(alias, i + 1)));
  const lo = new Float64Array(hi.length);
  for (let i = 0; i < hi.length; i++) {
    const parts = [hi, ...bins].map((bin): DoubleDouble => ({ hi: bin[i] ?? 0, lo: 0 }));
    const total = parts.reduce(addDoubleDouble);
    hi[i] = total.hi;
    lo[i] = total.lo;
  }
  return rounded({ combine, hi, lo }, rounding);
}

/** A column of counts in the layout's order. */
export function readCounts(layout: Layout, table: Table, name: string): Float64Array {
  return placed(layout, placesOf(layout, table), table.numbers(name));
}

function placed(layout: Layout, places: Int32Array, values: Float64Array): Float64Array {
  const column = new Float64Array(layout.stratum.length);
  values.forEach((value, i) => {
    column[places[i] ?? 0] = value;
  });
  return column;
}

/** A table of a layout and its columns. */
export const tableOf = (
  layout: Layout,
  columns: Readonly<Record<string, TallyColumn>>,
): TallyTable => ({
  rows: layout.stratum.length,
  strata: layout.strata,
  stratum: layout.stratum,
  bucket: layout.bucket,
  keys: {},
  columns,
});
