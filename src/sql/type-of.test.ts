import fc from "fast-check";
import { expect, it } from "vitest";
import { assertProperty } from "../../test/fixture/property.js";
import {
  randomExpressions,
  randomRelations,
  randomTable,
  tableColumns,
} from "../../test/fixture/random-relation.js";
import { apply, type Expression, nullOf, sum, type ValueType } from "./expression.js";
import { evaluate } from "./interpreter/evaluate.js";
import { plan } from "./plan.js";
import { from, group, select } from "./relation.js";
import { typeOf } from "./type-of.js";

const typeOfColumn = (name: string): ValueType | undefined =>
  tableColumns.find((each) => each.name === name)?.type as ValueType | undefined;

const kinds: readonly (readonly [ValueType, fc.Arbitrary<Expression>, string])[] = [
  ["double", randomExpressions.double, "number"],
  ["bigint", randomExpressions.bigint, "bigint"],
  ["text", randomExpressions.text, "string"],
  ["boolean", randomExpressions.boolean, "boolean"],
];

it.each(kinds)(
  "knows expressions of type %s, and the interpreter agrees",
  (type, all, inMemory) => {
    assertProperty(
      fc.property(randomTable, all, (rows, expression) => {
        expect(typeOf(expression, typeOfColumn)).toBe(type);
        for (const row of rows) {
          const value = valueAt(expression, row);
          if (value !== null) expect(typeof value).toBe(inMemory);
        }
      }),
      { quick: 300, thorough: 3000 },
    );
  },
);

/** NULL where the engine refuses to compute a value, as beyond 64 bits. */
function valueAt(expression: Expression, row: Parameters<typeof evaluate>[1]): unknown {
  try {
    return evaluate(expression, row);
  } catch {
    return null;
  }
}

it.each(randomRelations)("derives the types that random relations give: %s", (_, output) => {
  assertProperty(
    fc.property(output, (make) => {
      const typed = select(
        from({ kind: "table", name: ["log"] }),
        tableColumns.map(({ name, type }) => [
          name,
          apply("coalesce", nullOf(type as ValueType), { kind: "column", name }),
        ]),
      );
      const { relation, types } = make(typed);
      if (sumsBigints(relation)) return;
      expect(plan("random", relation).columns.map(({ type }) => type)).toEqual(types);
    }),
    { quick: 200, thorough: 2000 },
  );
});

/** Engines give sums of BIGINTs in wider types: `plan` wants them cast. */
const sumsBigints = (relation: Parameters<typeof select>[0]): boolean =>
  relation.kind === "select" &&
  relation.from.kind === "group" &&
  relation.from.columns.some(
    ([, value]) =>
      value.kind === "aggregate" &&
      value.fn === "sum" &&
      value.value !== undefined &&
      typeOf(value.value, typeOfColumn) === "bigint",
  );

it("does not know columns of a source, nor sums of BIGINTs", () => {
  const source = from({ kind: "table", name: ["log"] });
  expect(typeOf({ kind: "column", name: "x" }, () => undefined)).toBeUndefined();
  expect(typeOf(sum({ kind: "bigint", value: 1n }), () => undefined)).toBeUndefined();
  expect(() => plan("keys", group(source, ["feed"], []))).toThrow("only the engine knows");
});
