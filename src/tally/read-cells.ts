import { EngineError, reason } from "../errors.js";
import { byText, type Stratum } from "../log/strata.js";
import { addAt } from "../numeric/double-double.js";
import { logChanged } from "../sql/run/log-changed.js";
import type { Table } from "../sql/run/table.js";
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
  readonly clusters: readonly string[];
  /** The row for each row of a result, by stratum and cluster. */
  readonly rowsOf: (table: Table) => Int32Array;
}

/**
 * Cells in one fixed order (stratum, then bucket), whatever order the engine returned. `first` are clusters
 * that have buckets already, of which the table may lack some.
 */
export function layOut(
  table: Table,
  hashed: number | undefined,
  key: "bigint" | "text",
  first: readonly string[] = [],
  salt = "",
): Layout {
  const { strata, at } = strataOfRows(table);
  const clusters = hashed === undefined ? numbered(first, clustersIn(table), key) : [];
  const ordinal = new Map(clusters.map((cluster, i) => [cluster, i]));
  const buckets =
    hashed === undefined
      ? Float64Array.from(clustersIn(table), (cluster) => placeIn(ordinal, cluster, "cluster"))
      : table.numbers("bucket");
  const width = hashed ?? clusters.length;
  const places = buckets.map((bucket, row) => (at[row] ?? 0) * width + bucket);
  const rows = new Map<number, number>();
  const order = places.slice().sort();
  order.forEach((place, row) => {
    if (rows.has(place)) throw groupTwice(strata[Math.floor(place / width)], place % width);
    rows.set(place, row);
  });
  return {
    strata,
    stratum: Int32Array.from(order, (place) => Math.floor(place / width)),
    bucket: Int32Array.from(order, (place) => place % width),
    buckets:
      hashed === undefined
        ? { kind: "exact", hashes: clusters.map((cluster) => hashOf(cluster, key, salt)) }
        : { kind: "hashed", count: hashed },
    clusters,
    rowsOf: placing(strata, width, rows, hashed === undefined ? ordinal : undefined),
  };
}

/** Finds the row of a layout for each row of a result, by stratum and bucket; `ordinal` numbers clusters. */
function placing(
  strata: readonly Stratum[],
  width: number,
  rows: ReadonlyMap<number, number>,
  ordinal: ReadonlyMap<string, number> | undefined,
): Layout["rowsOf"] {
  const numbers = new Map(strata.map((stratum, at) => [stratumKey(stratum), at]));
  return (table) => {
    const met = strataOfRows(table);
    const places = met.strata.map((stratum) => numbers.get(stratumKey(stratum)) ?? Number.NaN);
    const buckets =
      ordinal === undefined
        ? table.numbers("bucket")
        : Float64Array.from(clustersIn(table), (cluster) => ordinal.get(cluster) ?? Number.NaN);
    const isTaken = new Uint8Array(rows.size);
    return Int32Array.from(buckets, (bucket, i) => {
      const stratum = places[met.at[i] ?? 0] ?? Number.NaN;
      const row = rows.get(stratum * width + bucket);
      if (row === undefined) throw logChanged();
      if (isTaken[row] === 1) throw groupTwice(strata[stratum], bucket);
      isTaken[row] = 1;
      return row;
    });
  };
}

export const stratumKey = ({ day, feed, logger }: Stratum): string =>
  JSON.stringify([day, feed, logger]);

const clustersIn = (table: Table): readonly string[] => table.texts("cluster").map(String);

/** Known clusters keep their numbers; the others follow in order. */
function numbered(
  first: readonly string[],
  met: readonly string[],
  key: "bigint" | "text",
): readonly string[] {
  const before = new Set(first);
  const others = met.filter((cluster) => !before.has(cluster));
  return [...first, ...sortedKeys(others, key)];
}

/** Distinct keys of clusters in the order in which an exact tally numbers them. */
export function sortedKeys(all: readonly string[], key: "bigint" | "text"): readonly string[] {
  const distinct = [...new Set(all)];
  if (key === "text") return distinct.sort(byText);
  const numbers = distinct.map(BigInt).sort((a, b) => (a < b ? -1 : a > b ? 1 : 0));
  return numbers.map(String);
}

const hashOf = (cluster: string, key: "bigint" | "text", salt: string): number =>
  key === "text" || salt !== "" ? bucketOfText(salt + cluster) : bucketOfInteger(BigInt(cluster));

/** Of two rows for one cell the later would take the place of the other. */
function groupTwice(stratum: Stratum | undefined, bucket: number): EngineError {
  const group = `${stratum && stratumKey(stratum)}|${bucket}`;
  const message = `Expected one row for each group of a result, but there are two for ${group}: the engine grouped separately what reads as one text, or the result was put together of several. Run the statement again, whole.`;
  return new EngineError("data", reason("groupTwice", message, { group }));
}

/** The columns of one result, put in their places; 0 in cells that it lacks. */
export function readColumns(
  layout: Layout,
  table: Table,
  columns: readonly Column[],
  suffix: string,
): Record<string, TallyColumn> {
  const places = layout.rowsOf(table);
  return Object.fromEntries(
    columns.map((column) => {
      const values = (alias: string): Float64Array =>
        placed(layout, places, table.numbers(`${alias}${suffix}`));
      return [column.fingerprint, readColumn(column, values)];
    }),
  );
}

export function readColumn(column: Column, values: (alias: string) => Float64Array): TallyColumn {
  const { alias, component, scale, rounding } = column;
  const combine = component.over === "rows" ? (component.combine ?? "sum") : "sum";
  const finer = scale.kind === "bins" ? scale.steps.slice(1) : [];
  const hi = values(alias).slice();
  if (finer.length === 0) return rounded({ combine, hi, lo: null }, rounding);
  const lo = new Float64Array(hi.length);
  for (const bin of finer.map((_, i) => values(binAlias(alias, i + 1)))) {
    for (let i = 0; i < hi.length; i++) addAt(hi, lo, i, bin[i] ?? 0, 0);
  }
  return rounded({ combine, hi, lo }, rounding);
}

export function readCounts(layout: Layout, table: Table, name: string): Float64Array {
  return placed(layout, layout.rowsOf(table), table.numbers(name));
}

function placed(layout: Layout, places: Int32Array, values: Float64Array): Float64Array {
  const column = new Float64Array(layout.stratum.length);
  for (let i = 0; i < values.length; i++) column[places[i] ?? 0] = values[i] ?? 0;
  return column;
}

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
