import type { Row, Value } from "./value.js";

export interface Table {
  readonly columns: ReadonlyMap<string, readonly Value[]>;
  readonly rows: number;
}

/** Rows as a table of the given columns; what a row lacks is NULL. */
export const tableOfRows = (names: readonly string[], rows: readonly Row[]): Table => ({
  columns: new Map(names.map((name) => [name, rows.map((row) => row[name] ?? null)])),
  rows: rows.length,
});

/** The rows at the given places, in that order; all NULL at a place that there is not. */
export const rowsAt = ({ columns }: Table, at: readonly number[]): Table => ({
  columns: new Map([...columns].map(([name, values]) => [name, valuesOf(values, at)])),
  rows: at.length,
});

export const valuesOf = (values: readonly Value[], at: readonly number[]): readonly Value[] =>
  at.map((row) => values[row] ?? null);

/** 0, 1, … n − 1. */
export function upTo(n: number): readonly number[] {
  const numbers: number[] = [];
  for (let i = 0; i < n; i++) numbers.push(i);
  return numbers;
}
