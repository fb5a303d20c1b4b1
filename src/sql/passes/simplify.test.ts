import fc from "fast-check";
import { expect, it } from "vitest";
import { assertProperty } from "../../../test/fixture/property.js";
import { randomExpressions, randomTable } from "../../../test/fixture/random-relation.js";
import { EngineError } from "../../errors.js";
import {
  apply,
  bigint,
  caseWhen,
  column,
  divide,
  double,
  type Expression,
  equal,
  lookup,
  minus,
  plus,
  times,
} from "../expression.js";
import { evaluate } from "../interpreter/evaluate.js";
import type { Row, Value } from "../interpreter/value.js";
import { simplify } from "./simplify.js";
import { contains } from "./walk.js";

/** Ranks from 1 to 4, never NULL: curves are looked up at viewed ranks. */
const ranks = fc.constantFrom(
  column("id"),
  plus(apply("coalesce", column("k"), bigint(0n)), bigint(1n)),
);
const tables = fc.constantFrom([1, 0.5, 0.375, 0.25], [0.1, 0.2, 0.3, 0.7]);

/** Expressions with curves: `curve` is neither 0 nor NULL, `value` is any number. */
const { value } = fc.letrec<{ curve: Expression; value: Expression }>((tie) => ({
  curve: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.tuple(tables, ranks).map(([table, rank]) => lookup(`p ${table.join()}`, table, rank)),
    fc
      .tuple(fc.bigInt(0n, 2n), tie("curve"), tie("curve"))
      .map(([k, a, b]) => caseWhen([{ when: equal(column("k"), bigint(k)), then: a }], b)),
    fc.tuple(tie("curve"), fc.constantFrom(1, 0.5)).map(([a, b]) => times(a, double(b))),
    fc.tuple(tie("curve"), tie("curve")).map(([a, b]) => divide(a, b)),
    tie("curve").map((a) => divide(a, a)),
  ),
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    fc.constantFrom(column("d"), column("e"), double(1), double(0)),
    tie("curve"),
    fc
      .tuple(fc.constantFrom(plus, minus, times), tie("value"), tie("value"))
      .map(([f, a, b]) => f(a, b)),
    fc.tuple(tie("value"), tie("curve")).map(([a, b]) => divide(a, b)),
    tie("value").map((a) => divide(a, column("d"))),
  ),
}));

const rowsOfRanks = randomTable.map((rows) =>
  rows.slice(0, 4).map((row, i): Row => ({ ...row, id: BigInt(i + 1) })),
);

/** Throws where a pass changes the value of an expression at a row, by as little as one bit. */
function requireSameValues(
  pass: (expression: Expression) => Expression,
  expressions: fc.Arbitrary<Expression>,
): void {
  const read = (expression: Expression, row: Row): Value => {
    try {
      return evaluate(expression, row);
    } catch (error) {
      if (error instanceof EngineError) return "refused"; // beyond 64 bits
      throw error;
    }
  };
  assertProperty(
    fc.property(rowsOfRanks, expressions, (rows, expression) => {
      for (const row of rows) {
        const [before, after] = [read(expression, row), read(pass(expression), row)];
        if (!Object.is(before, after)) throw new Error(`${before} became ${after}`);
      }
    }),
    { quick: 2000, thorough: 20000 },
  );
}

it("keeps every value, bit for bit", () => {
  requireSameValues(simplify, value);
  // A random look-up is not a curve: it may be 0, or NULL, which divided by itself is not 1.
  const withoutCurves = randomExpressions.bigint.filter((each) => !contains(each, "lookup"));
  requireSameValues(simplify, withoutCurves);
});

it("divides a curve by itself in no steps, also under different tables of one name", () => {
  const at = (table: readonly number[]): Expression => lookup("dcg", table, column("rank"));
  expect(simplify(divide(at([1, 0.5]), at([1, 0.5, 0.4])))).toEqual(double(1));
  expect(simplify(times(column("r"), divide(at([1]), at([1]))))).toEqual(column("r"));
  const other = divide(at([1]), lookup("dcg", [1], column("other")));
  expect(simplify(other)).toBe(other);
});

it("its law catches a pass that changes a value", () => {
  const bent = (expression: Expression): Expression =>
    expression.kind === "call" && expression.operator === "/" ? double(1) : simplify(expression);
  expect(() => requireSameValues(bent, value)).toThrow(/Property failed/);
});
