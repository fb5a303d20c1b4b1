import { reason, UnsupportedError } from "../../errors.js";
import { checkRelation } from "../check-relation.js";
import { columnsOf } from "../columns.js";
import { column, type Expression, type Ordering } from "../expression.js";
import type { MemoryTable } from "../memory-table.js";
import { children } from "../passes/walk.js";
import type { Named, Relation, SourceRef } from "../relation.js";
import {
  among,
  everyGroup,
  everyRow,
  inOrder,
  type Place,
  placesOf,
  valuesAt,
} from "./evaluate.js";
import { missingError } from "./failures.js";
import { rowsAt, type Table, upTo } from "./table.js";
import { compareValues, groupingKey, requireSameType, type Value } from "./value.js";

type Of<K extends Relation["kind"]> = Extract<Relation, { kind: K }>;
type Open = (source: SourceRef) => Table;

export function runRelation(relation: Relation, open: Open): Table {
  checkRelation(relation);
  switch (relation.kind) {
    case "source":
      return open(relation.source);
    case "select":
      return runSelect(relation, runRelation(relation.from, open));
    case "group":
      return runGroup(relation, runRelation(relation.from, open));
    case "join":
      return runJoin(relation, runRelation(relation.left, open), runRelation(relation.right, open));
    case "repeat":
      return runRepeat(relation, runRelation(relation.from, open));
    default:
      return relation satisfies never;
  }
}

function runRepeat({ alias, times }: Of<"repeat">, table: Table): Table {
  const numbers = upTo(times).map(BigInt);
  const { columns, rows } = rowsAt(
    table,
    upTo(table.rows).flatMap((row) => numbers.map(() => row)),
  );
  const repeated = upTo(table.rows).flatMap(() => numbers);
  return { columns: new Map([...columns, [alias, repeated]]), rows };
}

/** The table of a source that names one; only engines read files and SQL. */
export function openTable(source: SourceRef, tables: ReadonlyMap<string, Table>): Table {
  if (source.kind === "rows") return rowsInMemory(source.table);
  if (source.kind !== "table") {
    throw new UnsupportedError(
      reason(
        "sourceUnsupported",
        `The interpreter reads tables and rows in memory, but the source is of kind "${source.kind}". Use an engine such as DuckDB, or give the rows.`,
      ),
    );
  }
  const name = source.name.join(".");
  const table = tables.get(name);
  if (table !== undefined) return table;
  const names = [...tables.keys()].map((key) => `"${key}"`).join(", ");
  throw missingError(
    "tableMissing",
    `Expected a table "${name}", but there are ${names || "none"}.`,
  );
}

const rowsInMemory = ({ columns, rows }: MemoryTable): Table => ({
  columns: new Map(columns().map(({ name, values }) => [name, values])),
  rows,
});

function runSelect({ columns, where, orderBy, limit }: Of<"select">, from: Table): Table {
  const values = columns.map(([, value]) => value);
  requireGiven([...values, ...(where ? [where] : []), ...orderBy.map(({ by }) => by)], from);
  const all = everyRow(from);
  const kept = among(all, placesOf(where, all));
  const numbered = { ...kept, rowNumbers: rowNumbers(values, kept) };
  if (limit === undefined) return projected([], columns, numbered);
  return projected([], columns, inOrder(numbered, ordered(kept, orderBy).slice(0, limit)));
}

function runGroup({ keys, columns, having }: Of<"group">, from: Table): Table {
  requireGiven([...columns.map(([, value]) => value), ...(having ? [having] : [])], from);
  requireNames(keys, from);
  const all = everyGroup(from, keys.length === 0 ? [upTo(from.rows)] : groupsBy(keys, from));
  return projected(keys, columns, among(all, placesOf(having, all)));
}

function groupsBy(keys: readonly string[], { columns, rows }: Table): readonly number[][] {
  const values = keys.map((name) => columns.get(name) ?? []);
  const groups = new Map<Value, number[]>();
  for (let row = 0; row < rows; row++) {
    const key = groupingKey(values.map((column) => column[row] ?? null));
    const members = groups.get(key);
    if (members === undefined) groups.set(key, [row]);
    else members.push(row);
  }
  return [...groups.values()];
}

function runJoin({ type, on }: Of<"join">, left: Table, right: Table): Table {
  const [ours, theirs] = [on.map(([name]) => name), on.map(([, name]) => name)];
  requireNames(ours, left);
  requireNames(theirs, right);
  const partners = indexed(theirs, right);
  const keys = ours.map((name) => left.columns.get(name) ?? []);
  const pairs = upTo(left.rows).flatMap((row) => {
    const matches = partners(keys.map((column) => column[row] ?? null));
    const joined = matches.length === 0 && type === "left" ? [-1] : matches;
    return joined.map((other) => [row, other] as const);
  });
  const [lefts, other] = [pairs.map(([row]) => row), pairs.map(([, row]) => row)];
  const columns = [...rowsAt(left, lefts).columns, ...rowsAt(right, other).columns];
  return { columns: new Map(columns), rows: pairs.length };
}

/** Finds the rows whose keys equal given ones; NULL equals nothing, and types must agree. */
function indexed(
  names: readonly string[],
  { columns, rows }: Table,
): (keys: readonly Value[]) => readonly number[] {
  const byKey = new Map<Value, number[]>();
  const values = names.map((name) => columns.get(name) ?? []);
  const samples = values.map((column) => column.find((value) => value !== null) ?? null);
  for (let row = 0; row < rows; row++) {
    const keys = values.map((column) => column[row] ?? null);
    if (keys.includes(null)) continue;
    const key = groupingKey(keys);
    const group = byKey.get(key) ?? [];
    group.push(row);
    byKey.set(key, group);
  }
  return (keys) => {
    keys.forEach((key, at) => {
      const sample = samples[at] ?? null;
      if (key !== null && sample !== null) requireSameType(key, sample);
    });
    return keys.includes(null) ? [] : (byKey.get(groupingKey(keys)) ?? []);
  };
}

function projected(names: readonly string[], columns: readonly Named[], place: Place): Table {
  const copies = names.map((name) => [name, valuesAt(column(name), place)] as const);
  const computed = columns.map(([alias, value]) => [alias, valuesAt(value, place)] as const);
  return { columns: new Map([...copies, ...computed]), rows: place.count };
}

function requireGiven(expressions: readonly Expression[], from: Table): void {
  for (const expression of expressions) requireNames(columnsOf(expression), from);
}

function requireNames(names: Iterable<string>, { columns }: Table): void {
  for (const name of names) {
    if (columns.has(name)) continue;
    const names = [...columns.keys()].map((column) => `"${column}"`).join(", ");
    throw missingError("columnMissing", `Expected a column "${name}", but there are ${names}.`);
  }
}

/** The places of rows in order; NULLs come last in either direction, as the printer says it to engines. */
function ordered(place: Place, orderBy: readonly Ordering[]): readonly number[] {
  const columns = orderBy.map(({ by }) => valuesAt(by, place));
  const keys = upTo(place.count).map((i) => columns.map((values) => values[i] ?? null));
  return [...keys.keys()].sort((a, b) => compareKeys(keys[a] ?? [], keys[b] ?? [], orderBy));
}

function compareKeys(
  a: readonly Value[],
  b: readonly Value[],
  orderBy: readonly Ordering[],
): number {
  for (const [i, { descending }] of orderBy.entries()) {
    const order = compareNullsLast(a[i] ?? null, b[i] ?? null, descending);
    if (order !== 0) return order;
  }
  return 0;
}

function compareNullsLast(a: Value, b: Value, descending: boolean): number {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  return compareValues(a, b) * (descending ? -1 : 1);
}

/** The number of every row of the table for every ROW_NUMBER that stands in the expressions. */
function rowNumbers(
  expressions: readonly Expression[],
  place: Place,
): ReadonlyMap<Expression, readonly Value[]> {
  const windows = expressions.flatMap(windowsIn);
  return new Map(windows.map((window) => [window, numbersOf(window, place)]));
}

type Window = Extract<Expression, { kind: "rowNumber" }>;

function windowsIn(expression: Expression): readonly Window[] {
  return expression.kind === "rowNumber" ? [expression] : children(expression).flatMap(windowsIn);
}

function numbersOf({ partitionBy, orderBy }: Window, place: Place): readonly Value[] {
  const counts = new Map<Value, bigint>();
  const numbers = new Array<Value>(place.table.rows).fill(null);
  const parts = partitionBy.map((by) => valuesAt(by, place));
  for (const i of ordered(place, orderBy)) {
    const key = groupingKey(parts.map((values) => values[i] ?? null));
    const number = (counts.get(key) ?? 0n) + 1n;
    counts.set(key, number);
    numbers[place.at?.[i] ?? i] = number;
  }
  return numbers;
}
