import { strataRoles } from "../../log/strata.js";
import { logChanged } from "../../sql/run/log-changed.js";
import { type Table, tableOf, type Values } from "../../sql/run/table.js";
import type { Cells } from "../one-scan.js";
import { placesOf } from "../order-of-rows.js";
import { strataOfRows } from "../strata-of-rows.js";

/**
 * The cells of sampled users by group, and those of all other users: what all rows add up to less what the sample
 * does, which is exact where sums are. A cell without other users has no row.
 */
export function othersAndSample(
  all: Table,
  sampled: Table,
  { keys: { more = [] }, sums }: Pick<Cells, "keys" | "sums">,
): Table {
  const strata: readonly string[] = strataRoles;
  const names = [...strata, "bucket", ...more, ...sums.map(([alias]) => `${alias}_out`)];
  const both = new Map(
    names.map((name): [string, Values] => [
      name,
      strata.includes(name)
        ? [...all.texts(name), ...sampled.texts(name)]
        : joined(all.numbers(name), sampled.numbers(name)),
    ]),
  );
  const table = tableOf(all.rows + sampled.rows, both);
  const ofAll = placesOfAll(table, all.rows, more);
  const added = sums.map(([alias]) => both.get(`${alias}_out`) as Float64Array);
  for (const values of added) {
    ofAll.forEach((at, row) => {
      values[at] = (values[at] ?? 0) - (values[all.rows + row] ?? 0);
    });
  }
  const left = Array.from({ length: table.rows }, (_, row) => row).filter(
    (row) => row >= all.rows || added.some((values) => values[row] !== 0),
  );
  const columns = [...both].map(([name, values]): [string, Values] => [
    name,
    values instanceof Float64Array
      ? Float64Array.from(left, (row) => values[row] ?? 0)
      : left.map((row) => values[row] ?? null),
  ]);
  return tableOf(left.length, new Map(columns));
}

/** For each row of the sample, its cell among those of all rows. */
function placesOfAll(table: Table, rowsOfAll: number, keys: readonly string[]): Int32Array {
  const { at } = strataOfRows(table);
  const lists = [Float64Array.from(at), ...keys.map((key) => table.numbers(key))];
  const place = placesOf(lists, table.rows);
  const cells = new Map<number, number>();
  for (let row = 0; row < rowsOfAll; row++) cells.set(place[row] ?? 0, row);
  return Int32Array.from(place.subarray(rowsOfAll), (cell) => {
    const found = cells.get(cell);
    if (found === undefined) throw logChanged();
    return found;
  });
}

function joined(first: Float64Array, second: Float64Array): Float64Array {
  const list = new Float64Array(first.length + second.length);
  list.set(first);
  list.set(second, first.length);
  return list;
}
