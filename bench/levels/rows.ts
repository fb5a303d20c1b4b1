import { type DataRow, readData, withRows, writeData } from "../data-file.js";
import { type Band, bandOf, grid, type Levels, levelsOf } from "./levels.js";

const file = "coverage-levels";

/** The levels that the data show, of those that are looked at. */
export const shown: readonly number[] = grid.filter((level) => {
  const percent = Math.round(100 * level);
  return percent % 5 === 0 || percent === 1 || percent === 99;
});

const placeOf = (level: number): number => grid.indexOf(level);
const textOf = (level: number): string => level.toFixed(2);
const keys = ["users", "sessions", "predictions", "method", "estimator", "of", "estimand"] as const;
const keyOf = (row: DataRow): string => keys.map((key) => row[key]).join("|");

/** Intervals of one comparison in logs of one kind: what they are of, and the level at which each just touches the truth. */
export interface Touched {
  readonly of: Readonly<Record<(typeof keys)[number] | "family", string>>;
  readonly touches: readonly number[];
}

/** Puts coverage at all levels into the data, in the place of older rows of the same intervals. */
export function writeLevels(touched: readonly Touched[]): void {
  const rows = touched.map(({ of, touches }) => ({ ...of, ...cellsOf(levelsOf(touches)) }));
  writeData(file, withRows(readData(file), rows, keyOf));
}

function cellsOf({ logs, coverage, deviation, at, leaves }: Levels): DataRow {
  return {
    logs: String(logs),
    largestDifference: deviation.toFixed(3),
    atLevel: textOf(at),
    leavesBand: leaves ? "yes" : "no",
    ...Object.fromEntries(
      shown.map((level) => [textOf(level), (coverage[placeOf(level)] ?? 0).toFixed(4)]),
    ),
  };
}

export const readLevels = (): readonly DataRow[] => readData(file);

/** Coverage less level of a row, at the levels that are shown. */
export const differencesOf = (row: DataRow): readonly number[] =>
  shown.map((level) => Number(row[textOf(level)]) - level);

/** The simultaneous band of so many logs less the level. */
export function bandAround(logs: number): Band {
  const { low, high } = bandOf(logs);
  const less = (ends: readonly number[]): readonly number[] =>
    shown.map((level) => (ends[placeOf(level)] ?? 0) - level);
  return { low: less(low), high: less(high) };
}
