import { logChanged } from "../../sql/run/log-changed.js";
import type { Table } from "../../sql/run/table.js";
import { inOrder, orderOf, placesOf } from "../order-of-rows.js";
import { readColumn } from "../read-cells.js";
import type { AnyShape } from "../shape.js";
import { strataOfRows } from "../strata-of-rows.js";
import { noBucket, rounded, type TallyColumn, type TallyTable } from "../tally.js";
import { depthKey, groupKey } from "./comparison-shapes.js";
import type { ComparisonColumn, ComparisonStatement } from "./comparison-statement.js";

/** Rows in one fixed order of stratum, group and keys, whatever order the engine returned. */
export function readTable<S extends AnyShape>(
  table: Table,
  { keys, columns }: Pick<ComparisonStatement<S>, "keys" | "columns">,
): TallyTable {
  const { strata, at } = strataOfRows(table);
  const places = [
    Float64Array.from(at),
    table.numbers("bucket"),
    ...keys.map((key) => table.numbers(key)),
  ];
  const place = placesOf(places, table.rows);
  const order = orderOf(place);
  const take = (list: ArrayLike<number>): Float64Array => inOrder(list, order);
  const values = (alias: string): Float64Array => take(table.numbers(`${alias}_out`));
  const before = new Map<ComparisonColumn, TallyColumn>();
  const read = (part: ComparisonColumn): TallyColumn => {
    const column = before.get(part) ?? readComparisonColumn(part, values, table.rows);
    before.set(part, column);
    return column;
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
    columns: Object.fromEntries([...columns].map(([name, part]) => [name, read(part)])),
  };
}

function readComparisonColumn(
  column: ComparisonColumn,
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

/** The columns of a second table in the places of the first, which has every row of the second. */
export function withColumnsOf(first: TallyTable, second: TallyTable): TallyTable {
  const at = rowsIn(first, second);
  const moved = (values: Float64Array): Float64Array => {
    const placed = new Float64Array(first.rows);
    for (let row = 0; row < at.length; row++) placed[at[row] ?? 0] = values[row] ?? 0;
    return placed;
  };
  const before = new Map<TallyColumn, TallyColumn>();
  const columns = Object.entries(second.columns).map(([name, column]) => {
    const { combine, hi, lo, rounding } = column;
    const values = (): TallyColumn => ({
      combine,
      hi: moved(hi),
      lo: lo === null ? null : moved(lo),
    });
    const sum = before.get(column) ?? rounded(values(), rounding);
    before.set(column, sum);
    return [name, sum];
  });
  return { ...first, columns: { ...first.columns, ...Object.fromEntries(columns) } };
}

/** The row of the first table for each row of the second; both stand in the same order of feed, group and keys. */
function rowsIn(first: TallyTable, second: TallyTable): Int32Array {
  const feeds = first.strata.map(({ feed }) => feed);
  const strata = second.strata.map(({ feed }) => feeds.indexOf(feed));
  const keys = Object.entries(second.keys).map(([name, values]) => ({
    keys: first.keys[name] ?? new Float64Array(first.rows),
    values,
  }));
  const isAt = (row: number, other: number): boolean =>
    first.stratum[row] === strata[second.stratum[other] ?? 0] &&
    keys.every(({ keys: ranks, values }) => ranks[row] === values[other]);
  const at = new Int32Array(second.rows);
  let row = 0;
  for (let other = 0; other < at.length; other++) {
    while (row < first.rows && !isAt(row, other)) row++;
    if (row === first.rows) throw logChanged();
    at[other] = row;
  }
  return at;
}
