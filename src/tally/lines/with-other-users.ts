import { strataRoles } from "../../log/index.js";
import { type Table, tableOf } from "../../sql/index.js";
import { logChanged } from "../../sql/run/log-changed.js";
import { stratumKey } from "../read-cells.js";
import { strataOfRows } from "../strata-of-rows.js";
import { groupsOfLines } from "./line-request.js";
import type { LineStatement, Others } from "./line-statement.js";

/**
 * The rows of a sample and those of all other users in the group of none: what everybody adds up less what the
 * sample does. Bins hold whole steps, so that this rounds nothing; ordinary sums (`sums: fast`) are rounded as they
 * are elsewhere. Throws EngineError where the sample holds what everybody does not.
 */
export function withOtherUsers(
  sample: Table,
  everybody: Table,
  { cells, keys, columns: sums }: Pick<LineStatement, "cells" | "keys" | "columns">,
  { counts }: Others,
): Table {
  const aliases = cells.sums.map(([alias]) => `${alias}_out`);
  const cellOf = new Map<number, number>();
  const numberOf = numbering();
  const first: number[] = [];
  const ofAll = placesOf(everybody, keys, numberOf).map((place, row) => {
    const known = cellOf.get(place) ?? first.push(row) - 1;
    cellOf.set(place, known);
    return known;
  });
  const ofSample = placesOf(sample, keys, numberOf).map((place) => {
    const cell = cellOf.get(place);
    if (cell === undefined) throw logChanged();
    return cell;
  });
  const restOf = (alias: string): Float64Array => {
    const [all, sampled] = [everybody.numbers(alias), sample.numbers(alias)];
    const rest = new Float64Array(first.length);
    ofAll.forEach((cell, row) => {
      rest[cell] = (rest[cell] ?? 0) + (all[row] ?? 0);
    });
    ofSample.forEach((cell, row) => {
      rest[cell] = (rest[cell] ?? 0) - (sampled[row] ?? 0);
    });
    return rest;
  };
  const rests = new Map(aliases.map((alias) => [alias, restOf(alias)]));
  const counted = counts.map((name) => rests.get(`${sums.get(name)}_out`) ?? missing(name));
  if (counted.some((count) => count.some((rows) => rows < 0))) throw logChanged();
  const isThere = (cell: number): boolean => counted.some((count) => (count[cell] ?? 0) > 0);
  const more = Int32Array.from(first.keys()).filter(isThere);
  const rows = more.map((cell) => first[cell] ?? 0);
  const texts = (name: string): readonly (string | null)[] => {
    const all = everybody.texts(name);
    return [...sample.texts(name), ...Array.from(rows, (row) => all[row] ?? null)];
  };
  const numbers = (name: string, others: ArrayLike<number>): Float64Array => {
    const values = new Float64Array(sample.rows + more.length);
    values.set(sample.numbers(name));
    values.set(others, sample.rows);
    return values;
  };
  const taken = (values: Float64Array, at: Int32Array): Float64Array =>
    Float64Array.from(at, (place) => values[place] ?? 0);
  const nobody = new Float64Array(more.length).fill(groupsOfLines);
  const columns = new Map<string, Float64Array | readonly (string | null)[]>([
    ...strataRoles.map((role) => [role, texts(role)] as const),
    ["bucket", numbers("bucket", nobody)],
    ...keys.map((key) => [key, numbers(key, taken(everybody.numbers(key), rows))] as const),
    ...[...rests].map(([alias, rest]) => [alias, numbers(alias, taken(rest, more))] as const),
  ]);
  return tableOf(sample.rows + more.length, columns, cells.purpose);
}

function missing(name: string): never {
  throw new RangeError(`No alias counts ${name}.`);
}

/** A number for the stratum and keys of each row: bins of ranks have ten bits. */
function placesOf(
  table: Table,
  keys: readonly string[],
  numberOf: (stratum: string) => number,
): Float64Array {
  const { strata, at } = strataOfRows(table);
  const numbers = strata.map((stratum) => numberOf(stratumKey(stratum)));
  const places = Float64Array.from(at, (stratum) => numbers[stratum] ?? 0);
  for (const key of keys) {
    const values = table.numbers(key);
    for (let row = 0; row < places.length; row++) {
      places[row] = (places[row] ?? 0) * 1024 + (values[row] ?? 0);
    }
  }
  return places;
}

/** Numbers for names, in the order in which they come. */
function numbering(): (name: string) => number {
  const numbers = new Map<string, number>();
  return (name) => {
    const known = numbers.get(name) ?? numbers.size;
    numbers.set(name, known);
    return known;
  };
}
