import type { Table } from "../../sql/index.js";
import { logChanged } from "../../sql/run/log-changed.js";
import { readColumn } from "../read-cells.js";
import { strataOfRows } from "../strata-of-rows.js";
import { noBucket, rounded, type TallyColumn, type TallyTable } from "../tally.js";
import { depthKey, groupKey } from "./line-request.js";
import type { LineColumn } from "./line-statement.js";

/** Rows in one fixed order of stratum, group and keys, whatever order the engine returned. */
export function readTable(
  table: Table,
  keys: readonly string[],
  columns: ReadonlyMap<string, LineColumn>,
): TallyTable {
  const { strata, at } = strataOfRows(table);
  const places = [
    Float64Array.from(at),
    table.numbers("bucket"),
    ...keys.map((key) => table.numbers(key)),
  ];
  const place = placesOf(places, table.rows);
  const order = orderOf(place);
  const take = (list: ArrayLike<number>): Float64Array => {
    const taken = new Float64Array(order.length);
    for (let row = 0; row < taken.length; row++) taken[row] = list[order[row] ?? 0] ?? 0;
    return taken;
  };
  const values = (alias: string): Float64Array => take(table.numbers(`${alias}_out`));
  const known = new Map<LineColumn, TallyColumn>();
  const read = (each: LineColumn): TallyColumn => {
    const found = known.get(each) ?? readLineColumn(each, values, table.rows);
    known.set(each, found);
    return found;
  };
  return {
    rows: table.rows,
    strata,
    stratum: Int32Array.from(take(at)),
    bucket: new Int32Array(table.rows).fill(noBucket),
    keys: {
      [groupKey]: take(table.numbers("bucket")),
      ...Object.fromEntries(
        keys.map((key) => [key === "k_depth" ? depthKey : key, take(table.numbers(key))]),
      ),
    },
    columns: Object.fromEntries([...columns].map(([name, each]) => [name, read(each)])),
  };
}

function readLineColumn(
  column: LineColumn,
  values: (alias: string) => Float64Array,
  rows: number,
): TallyColumn {
  if (column !== null && typeof column === "object") {
    if (!("largest" in column)) return readColumn(column, values);
    return { combine: "max", hi: values(column.largest), lo: null };
  }
  return {
    combine: "sum",
    hi: column === null ? new Float64Array(rows) : values(column),
    lo: null,
  };
}

/** So many places a row are counted in an array; more are sorted. */
const mostPlaces = 16;

/** Rows by their places. Numbers sort by themselves several times as fast as by a function. */
function orderOf(place: Float64Array): Int32Array {
  const rows = place.length;
  let most = 0;
  for (let row = 0; row < rows; row++) most = Math.max(most, place[row] ?? 0);
  if (most < mostPlaces * rows) return countedOrder(place, most);
  if (!((most + 1) * rows < Number.MAX_SAFE_INTEGER)) {
    return Int32Array.from(place.keys()).sort((a, b) => (place[a] ?? 0) - (place[b] ?? 0));
  }
  const numbered = place.map((own, row) => own * rows + row).sort();
  return Int32Array.from(numbered, (own) => own % rows);
}

/** Rows by their places, by counting how many stand before each place. */
function countedOrder(place: Float64Array, most: number): Int32Array {
  const before = new Int32Array(most + 2);
  for (let row = 0; row < place.length; row++) {
    const after = (place[row] ?? 0) + 1;
    before[after] = (before[after] ?? 0) + 1;
  }
  for (let own = 1; own < before.length; own++) {
    before[own] = (before[own] ?? 0) + (before[own - 1] ?? 0);
  }
  const order = new Int32Array(place.length);
  for (let row = 0; row < place.length; row++) {
    const own = place[row] ?? 0;
    const to = before[own] ?? 0;
    order[to] = row;
    before[own] = to + 1;
  }
  return order;
}

/** One number for each row that orders rows by their places; ranks and depths stay far below 2^53 together. */
function placesOf(places: readonly Float64Array[], rows: number): Float64Array {
  const place = new Float64Array(rows);
  for (const values of places) {
    let most = 0;
    for (let row = 0; row < rows; row++) most = Math.max(most, values[row] ?? 0);
    for (let row = 0; row < rows; row++) {
      place[row] = (place[row] ?? 0) * (most + 1) + (values[row] ?? 0);
    }
  }
  return place;
}

/** The columns of a second table in the places of the first, which has every row of the second. */
export function withColumnsOf(first: TallyTable, second: TallyTable): TallyTable {
  const at = rowsIn(first, second);
  const moved = (values: Float64Array): Float64Array => {
    const placed = new Float64Array(first.rows);
    for (let row = 0; row < at.length; row++) placed[at[row] ?? 0] = values[row] ?? 0;
    return placed;
  };
  const known = new Map<TallyColumn, TallyColumn>();
  const columns = Object.entries(second.columns).map(([name, column]) => {
    const { combine, hi, lo, rounding } = column;
    const values = (): TallyColumn => ({
      combine,
      hi: moved(hi),
      lo: lo === null ? null : moved(lo),
    });
    const found = known.get(column) ?? rounded(values(), rounding);
    known.set(column, found);
    return [name, found];
  });
  return { ...first, columns: { ...first.columns, ...Object.fromEntries(columns) } };
}

/** The row of the first table for each row of the second; both stand in the same order of feed, group and keys. */
function rowsIn(first: TallyTable, second: TallyTable): Int32Array {
  const feeds = first.strata.map(({ feed }) => feed);
  const strata = second.strata.map(({ feed }) => feeds.indexOf(feed));
  const keys = Object.entries(second.keys).map(([name, values]) => ({
    known: first.keys[name] ?? new Float64Array(first.rows),
    values,
  }));
  const isAt = (row: number, other: number): boolean =>
    first.stratum[row] === strata[second.stratum[other] ?? 0] &&
    keys.every(({ known, values }) => known[row] === values[other]);
  const at = new Int32Array(second.rows);
  let row = 0;
  for (let other = 0; other < at.length; other++) {
    while (row < first.rows && !isAt(row, other)) row++;
    if (row === first.rows) throw logChanged();
    at[other] = row;
  }
  return at;
}
