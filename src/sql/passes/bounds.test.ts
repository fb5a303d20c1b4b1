import fc from "fast-check";
import { expect, it } from "vitest";
import { assertProperty } from "../../../test/fixture/property.js";
import {
  randomAggregate,
  randomExpressions,
  randomTable,
} from "../../../test/fixture/random-relation.js";
import {
  apply,
  column,
  count,
  countDistinct,
  divide,
  double,
  type Expression,
  lookup,
  rowNumber,
  sum,
  times,
} from "../expression.js";
import { evaluate } from "../interpreter/evaluate.js";
import type { Row, Value } from "../interpreter/value.js";
import { bounds, type Leaves, type Range } from "./bounds.js";

/** The ranges of a table's columns, as a survey would find them; all numbers where one is infinite. */
function leavesOf(rows: readonly Row[]): Leaves {
  const column = (name: string): Range => {
    const values = rows.map((row) => row[name] ?? null).filter((value) => value !== null);
    const numbers = values.map(Number).filter((value) => !Number.isNaN(value));
    if (numbers.length === 0) return [0, 0];
    if (!numbers.every(Number.isFinite)) return [-Infinity, Infinity];
    return [Math.min(...numbers), Math.max(...numbers)];
  };
  return { column, rows: rows.length };
}

/** Whether a value lies in a range; NULL and NaN lie in every one. */
function liesIn([low, high]: Range, value: Value): boolean {
  if (value === null || typeof value === "string" || typeof value === "boolean") return true;
  const number = Number(value);
  const slack = 1e-15 * Math.abs(number);
  return Number.isNaN(number) || (number >= low - slack && number <= high + slack);
}

/** The value at a place; NULL where the engine refuses to compute it, as beyond 64 bits. */
function valueAt(expression: Expression, row: Row, members?: readonly Row[]): Value {
  try {
    return evaluate(expression, row, members);
  } catch {
    return null;
  }
}

const { double: doubles, bigint: bigints } = randomExpressions;

it("holds every value of an expression, over random rows", () => {
  assertProperty(
    fc.property(randomTable, fc.oneof(doubles, bigints), (rows, expression) => {
      const range = bounds(expression, leavesOf(rows));
      for (const row of rows) {
        const value = valueAt(expression, row);
        if (!liesIn(range, value)) throw new Error(`${value} is not in ${range}`);
      }
    }),
    { quick: 2000, thorough: 20000 },
  );
});

it("holds every value of an aggregate, over random rows", () => {
  assertProperty(
    fc.property(randomTable, randomAggregate, (members, expression) => {
      const value = valueAt(expression, {}, members);
      const range = bounds(expression, leavesOf(members));
      if (!liesIn(range, value)) throw new Error(`${value} is not in ${range}`);
    }),
    { quick: 1000, thorough: 10000 },
  );
});

const leaves: Leaves = { column: (name) => (name === "x" ? [-2, 3] : [0.5, 4]), rows: 10 };
const x = column("x");
const y = column("y");

it("is as narrow as it can be", () => {
  const known: readonly (readonly [Expression, Range])[] = [
    [times(x, y), [-8, 12]],
    [divide(x, y), [-4, 6]],
    [divide(y, x), [-Infinity, Infinity]],
    [apply("abs", x), [0, 3]],
    [apply("floor", y), [0, 4]],
    [sum(x), [-20, 30]],
    [count(), [0, 10]],
    [countDistinct(x), [0, 10]],
    [rowNumber([], []), [1, 10]],
    [lookup("curve", [1, 0.5, 0.25, 0.125], y), [0.125, 1]],
    [times(double(0), column("x")), [0, 0]],
  ];
  expect(known.map(([expression]) => bounds(expression, leaves).map((end) => end + 0))).toEqual(
    known.map(([, range]) => range),
  );
});
