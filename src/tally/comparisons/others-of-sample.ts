import { strataRoles } from "../../log/strata.js";
import { logChanged } from "../../sql/run/log-changed.js";
import { type Table, tableOf, type Values } from "../../sql/run/table.js";
import type { Cells } from "../one-scan.js";
import { inOrder, placesOf } from "../order-of-rows.js";

/**
 * The cells of sampled users by group, and those of all other users: what all rows add up to less what the sample
 * does, which is exact where sums are. A cell without other users has no row.
 */
export function othersAndSample(
  all: Table,
  sampled: Table,
  { keys: { more = [] }, sums }: Pick<Cells, "keys" | "sums">,
): Table {
  const names = sums.map(([alias]) => `${alias}_out`);
  const cells = cellsOfSample(all, sampled, more);
  const others = names.map((name) => {
    const [values, less] = [all.numbers(name), sampled.numbers(name)];
    for (let row = 0; row < less.length; row++) {
      const cell = cells[row] ?? 0;
      values[cell] = (values[cell] ?? 0) - (less[row] ?? 0);
    }
    return values;
  });
  const left = Int32Array.from(Array(all.rows).keys()).filter((row) =>
    others.some((values) => values[row] !== 0),
  );
  const texts = strataRoles.map((role): [string, Values] => {
    const values = all.texts(role);
    return [role, Array.from(left, (row) => values[row] ?? null).concat(sampled.texts(role))];
  });
  const numbers = ["bucket", ...more].map((name) => [name, all.numbers(name)] as const);
  const sumsLeft = names.map((name, at) => [name, others[at] ?? []] as const);
  const columns = [...numbers, ...sumsLeft].map(([name, values]): [string, Values] => [
    name,
    joined(inOrder(values, left), sampled.numbers(name)),
  ]);
  return tableOf(left.length + sampled.rows, new Map([...texts, ...columns]));
}

/** For each row of the sample, its cell among those of all rows. */
function cellsOfSample(all: Table, sampled: Table, keys: readonly string[]): Int32Array {
  const strata = new Map<string | null, number>();
  const lists = [
    ...strataRoles.map((role) =>
      joined(numbered(all.texts(role), strata), numbered(sampled.texts(role), strata)),
    ),
    ...keys.map((key) => joined(all.numbers(key), sampled.numbers(key))),
  ];
  const place = placesOf(lists, all.rows + sampled.rows);
  const cells = new Map<number, number>();
  for (let row = 0; row < all.rows; row++) cells.set(place[row] ?? 0, row);
  const found = new Int32Array(sampled.rows);
  for (let row = 0; row < found.length; row++) {
    const cell = cells.get(place[all.rows + row] ?? 0);
    if (cell === undefined) throw logChanged();
    found[row] = cell;
  }
  return found;
}

/** Texts as numbers, each text once. */
function numbered(
  texts: readonly (string | null)[],
  numbers: Map<string | null, number>,
): Float64Array {
  const list = new Float64Array(texts.length);
  for (let row = 0; row < list.length; row++) {
    const text = texts[row] ?? null;
    const number = numbers.get(text) ?? numbers.size;
    numbers.set(text, number);
    list[row] = number;
  }
  return list;
}

function joined(first: Float64Array, second: Float64Array): Float64Array {
  const list = new Float64Array(first.length + second.length);
  list.set(first);
  list.set(second, first.length);
  return list;
}
