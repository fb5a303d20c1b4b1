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
  bigint,
  caseWhen,
  cast,
  column,
  count,
  divide,
  double,
  type Expression,
  equal,
  max,
  minus,
  plus,
  sum,
  times,
} from "../expression.js";
import { evaluate } from "../interpreter/evaluate.js";
import type { Row, Value } from "../interpreter/value.js";
import { from, group, join, select } from "../relation.js";
import { stepsOf } from "./step.js";

const log = from({ kind: "table", name: ["log"] });
const x = column("x");
/** A value as a multiple of 2^step, as `scaledSums` rounds it. */
const rounded = (value: Expression, step: number): Expression =>
  minus(plus(value, double(1.5 * 2 ** (52 + step))), double(1.5 * 2 ** (52 + step)));
const stepOf = (expression: Expression): number | undefined =>
  stepsOf(select(log, [["v", expression]]))("v");

/** The value at a place; NULL where the engine refuses to compute it, as beyond 64 bits. */
function valueAt(expression: Expression, row: Row, members?: readonly Row[]): Value {
  try {
    return evaluate(expression, row, members);
  } catch {
    return null;
  }
}

function requireMultiple(value: Value, step: number | undefined): void {
  if (step === undefined || typeof value !== "number" || !Number.isFinite(value)) return;
  if (!Number.isInteger(value / 2 ** step)) throw new Error(`${value} is no multiple of 2^${step}`);
}

it("holds for every value of an expression, over random rows", () => {
  const { double: doubles } = randomExpressions;
  const some = fc
    .tuple(doubles, fc.integer({ min: -60, max: 4 }), doubles, fc.boolean())
    .map(([a, step, b, isRounded]) => (isRounded ? plus(rounded(a, step), b) : a));
  assertProperty(
    fc.property(randomTable, some, (rows, expression) => {
      const step = stepOf(expression);
      for (const row of rows) requireMultiple(valueAt(expression, row), step);
    }),
    { quick: 500, thorough: 20000 },
  );
});

it("holds for every value of an aggregate, over random rows", () => {
  assertProperty(
    fc.property(randomTable, randomAggregate, (members, expression) => {
      requireMultiple(valueAt(expression, {}, members), stepOf(expression));
    }),
    { quick: 200, thorough: 10000 },
  );
});

it("is known of rounded values, counts and constants, and of nothing that the log holds", () => {
  const known: readonly (readonly [Expression, number | undefined])[] = [
    [rounded(x, -12), -12],
    [rounded(minus(x, rounded(x, -12)), -56), -56],
    [sum(rounded(x, -40)), -40],
    [max(times(double(0.75), rounded(x, -3))), -5],
    [plus(rounded(x, -8), cast(count(), "double")), -8],
    [caseWhen([{ when: equal(x, x), then: double(3) }], double(0)), 0],
    [double(0), 0],
    [cast(x, "bigint"), 0],
    [bigint(7n), 0],
    [x, undefined],
    [cast(x, "double"), undefined],
    [sum(x), undefined],
    [divide(rounded(x, -3), double(2)), undefined],
    [apply("abs", x), undefined],
    [minus(plus(x, double(1.5 * 2 ** 40)), double(1.5 * 2 ** 41)), undefined],
    [double(1e300), undefined],
  ];
  expect(known.map(([expression]) => stepOf(expression))).toEqual(known.map(([, step]) => step));
});

it("is followed through groups and joins", () => {
  const rows = select(log, [
    ["k", column("k")],
    ["v", rounded(x, -9)],
    ["raw", x],
  ]);
  const cells = group(
    rows,
    ["k"],
    [
      ["sum", sum(column("v"))],
      ["raws", sum(column("raw"))],
    ],
  );
  const other = select(log, [["w", double(0.5)]]);
  const steps = stepsOf(join("inner", cells, other, [["k", "w"]]));
  expect(["sum", "raws", "k", "w"].map(steps)).toEqual([-9, undefined, undefined, -1]);
});
