import { reason, UnsupportedError } from "../../errors.js";
import { checkRelation } from "../check-relation.js";
import { columnsOf } from "../columns.js";
import type { Expression, Ordering } from "../expression.js";
import type { MemoryTable } from "../memory-table.js";
import { children } from "../passes/walk.js";
import type { Named, Relation, SourceRef } from "../relation.js";
import { type Around, evaluate, evaluatorOf, holds } from "./evaluate.js";
import { missingError } from "./failures.js";
import { compareValues, groupingKey, type Row, requireSameType, type Value } from "./value.js";

/** A relation in memory; every row is an object of its own. */
export interface Table {
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

type Of<K extends Relation["kind"]> = Extract<Relation, { kind: K }>;
type Open = (source: SourceRef) => Table;

/** The rows that a relation stands for, over the sources that `open` finds. */
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

function runRepeat({ alias, times }: Of<"repeat">, { columns, rows }: Table): Table {
  const numbers = Array.from({ length: times }, (_, number) => BigInt(number));
  return {
    columns: [...columns, alias],
    rows: rows.flatMap((row) => numbers.map((number) => ({ ...row, [alias]: number }))),
  };
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
  const known = [...tables.keys()].map((key) => `"${key}"`).join(", ");
  throw missingError(
    "tableMissing",
    `Expected a table "${name}", but there are ${known || "none"}.`,
  );
}

function rowsInMemory(table: MemoryTable): Table {
  const columns = table.columns();
  const rows = Array.from({ length: table.rows }, (_, row) =>
    Object.fromEntries(columns.map(({ name, values }) => [name, values[row] ?? null])),
  );
  return { columns: columns.map(({ name }) => name), rows };
}

function runSelect({ columns, where, orderBy, limit }: Of<"select">, from: Table): Table {
  const values = columns.map(([, value]) => value);
  requireGiven([...values, ...(where ? [where] : []), ...orderBy.map(({ by }) => by)], from);
  const kept = from.rows.filter((row) => holds(where, row));
  const numbers = rowNumbers(values, kept);
  const top = limit === undefined ? kept : ordered(kept, orderBy).slice(0, limit);
  const project = projection([], columns);
  const around = { rowNumbers: numbers };
  return {
    columns: columns.map(([alias]) => alias),
    rows: top.map((row) => project(row, around)),
  };
}

function runGroup({ keys, columns, having }: Of<"group">, from: Table): Table {
  requireGiven([...columns.map(([, value]) => value), ...(having ? [having] : [])], from);
  requireNames(keys, from);
  const groups = new Map<string, Row[]>(keys.length === 0 ? [[groupingKey([]), []]] : []);
  for (const row of from.rows) {
    const key = groupingKey(keys.map((name) => row[name] ?? null));
    const members = groups.get(key);
    if (members === undefined) groups.set(key, [row]);
    else members.push(row);
  }
  const project = projection(keys, columns);
  return {
    columns: [...keys, ...columns.map(([alias]) => alias)],
    rows: [...groups.values()]
      .filter((members) => holds(having, members[0] ?? {}, { members }))
      .map((members) => project(members[0] ?? {}, { members })),
  };
}

function runJoin({ type, on }: Of<"join">, left: Table, right: Table): Table {
  requireNames(
    on.map(([name]) => name),
    left,
  );
  requireNames(
    on.map(([, name]) => name),
    right,
  );
  const nothing = Object.fromEntries(right.columns.map((name) => [name, null]));
  const partners = indexed(
    on.map(([, name]) => name),
    right.rows,
  );
  const rows = left.rows.flatMap((row) => {
    const found = partners(on.map(([name]) => row[name] ?? null));
    const joined = found.length === 0 && type === "left" ? [nothing] : found;
    return joined.map((other) => ({ ...row, ...other }));
  });
  return { columns: [...left.columns, ...right.columns], rows };
}

/** Finds the rows whose keys equal given ones; NULL equals nothing, and types must agree. */
function indexed(
  names: readonly string[],
  rows: readonly Row[],
): (keys: readonly Value[]) => readonly Row[] {
  const byKey = new Map<string, Row[]>();
  const samples = names.map((name) => rows.find((row) => row[name] != null)?.[name] ?? null);
  for (const row of rows) {
    const keys = names.map((name) => row[name] ?? null);
    if (keys.includes(null)) continue;
    const key = groupingKey(keys);
    const own = byKey.get(key) ?? [];
    own.push(row);
    byKey.set(key, own);
  }
  return (keys) => {
    keys.forEach((key, at) => {
      const sample = samples[at] ?? null;
      if (key !== null && sample !== null) requireSameType(key, sample);
    });
    return keys.includes(null) ? [] : (byKey.get(groupingKey(keys)) ?? []);
  };
}

/** A row's columns of the given names, and then those computed. */
function projection(
  names: readonly string[],
  columns: readonly Named[],
): (row: Row, around: Around) => Row {
  const computed = columns.map(([alias, value]) => [alias, evaluatorOf(value)] as const);
  // A copy has every name already, "__proto__" too, and is quicker than an object from entries.
  const blank = Object.fromEntries([...names, ...computed.map(([alias]) => alias)].map(toNull));
  return (row, around) => {
    const projected: Record<string, Value> = { ...blank };
    for (const name of names) projected[name] = row[name] ?? null;
    for (const [alias, value] of computed) projected[alias] = value(row, around);
    return projected;
  };
}

const toNull = (name: string): readonly [string, Value] => [name, null];

function requireGiven(expressions: readonly Expression[], from: Table): void {
  for (const expression of expressions) requireNames(columnsOf(expression), from);
}

function requireNames(names: Iterable<string>, { columns }: Table): void {
  for (const name of names) {
    if (columns.includes(name)) continue;
    const given = columns.map((column) => `"${column}"`).join(", ");
    throw missingError("columnMissing", `Expected a column "${name}", but there are ${given}.`);
  }
}

/** The rows in order; NULLs come last in either direction, as the printer says it to engines. */
function ordered(rows: readonly Row[], orderBy: readonly Ordering[]): readonly Row[] {
  const keyed = rows.map((row) => ({ row, keys: orderBy.map(({ by }) => evaluate(by, row)) }));
  keyed.sort((a, b) => compareKeys(a.keys, b.keys, orderBy));
  return keyed.map(({ row }) => row);
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

/** The number of every row for every ROW_NUMBER that stands in the expressions. */
function rowNumbers(
  expressions: readonly Expression[],
  rows: readonly Row[],
): ReadonlyMap<Expression, ReadonlyMap<Row, bigint>> {
  const windows = expressions.flatMap(windowsIn);
  return new Map(windows.map((window) => [window, numbersOf(window, rows)]));
}

type Window = Extract<Expression, { kind: "rowNumber" }>;

function windowsIn(expression: Expression): readonly Window[] {
  return expression.kind === "rowNumber" ? [expression] : children(expression).flatMap(windowsIn);
}

function numbersOf({ partitionBy, orderBy }: Window, rows: readonly Row[]): Map<Row, bigint> {
  const counts = new Map<string, bigint>();
  return new Map(
    ordered(rows, orderBy).map((row) => {
      const key = groupingKey(partitionBy.map((by) => evaluate(by, row)));
      const number = (counts.get(key) ?? 0n) + 1n;
      counts.set(key, number);
      return [row, number];
    }),
  );
}
