import type { Expression, Ordering } from "../expression.js";
import { children } from "../passes/walk.js";
import { evaluate } from "./evaluate.js";
import { compareValues, groupingKey, type Row, type Value } from "./value.js";

/** The rows in order; NULLs come last in either direction, as the printer says it to engines. */
export function ordered(rows: readonly Row[], orderBy: readonly Ordering[]): readonly Row[] {
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
export function rowNumbers(
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
