import fc from "fast-check";
import { expect, it } from "vitest";
import {
  apply,
  caseWhen,
  double,
  type Expression,
  nullOf,
  type Ordering,
} from "../../../src/sql/expression.js";
import { createInterpreter } from "../../../src/sql/interpreter/interpreter.js";
import type { Row } from "../../../src/sql/interpreter/value.js";
import { rewrite } from "../../../src/sql/passes/walk.js";
import type { Relation } from "../../../src/sql/relation.js";
import {
  asSql,
  type Output,
  randomRelations,
  randomTable,
  rowsOf,
  tableColumns,
} from "../../fixture/random-relation.js";
import type { OpenEngine, UnderTest } from "../under-test/under-test.js";

const ordered = ["selects with a limit", "row numbers"];

/** Random relations over random tables mean the same to an engine and to the interpreter. */
export function relationLaws({ lacks, relations = 25 }: UnderTest, opened: () => OpenEngine): void {
  const held = randomRelations.filter(
    ([name]) => lacks["order by any expression"] === undefined || !ordered.includes(name),
  );
  it.each(held)("%s mean what they mean to the interpreter", async (_, outputs) => {
    const { engine } = opened();
    await fc.assert(
      fc.asyncProperty(randomTable, outputs, async (drawn, make) => {
        const rows =
          lacks["NaN and infinity in arithmetic"] === undefined ? drawn : drawn.map(finite);
        const portable = (log: Relation): Output => {
          const { relation, types } = make(log);
          return { relation: divided(relation), types };
        };
        const interpreter = createInterpreter({ log: rows }, { columns: { log: tableColumns } });
        const wanted = await rowsOf(interpreter, { kind: "table", name: ["log"] }, portable);
        expect(await rowsOf(engine, asSql(rows, engine.dialect), portable)).toEqual(wanted);
      }),
      { numRuns: relations, seed: 20261130 },
    );
  });
}

const finite = ({ d = null, ...row }: Row): Row => ({ ...row, d: Number.isFinite(d) ? d : null });

/** Divisors are never 0 in what Hindcast asks: engines disagree about what that would be. */
const guarded = (node: Expression): Expression => {
  const [a, b] = node.kind === "call" && node.operator === "/" ? node.args : [];
  if (a === undefined || b === undefined) return node;
  return caseWhen([{ when: apply("<>", b, double(0)), then: node }], nullOf("double"));
};

const each = (expression: Expression): Expression => rewrite(expression, guarded);

function divided(relation: Relation): Relation {
  const named = (columns: readonly (readonly [string, Expression])[]) =>
    columns.map(([name, value]) => [name, each(value)] as const);
  switch (relation.kind) {
    case "source":
      return relation;
    case "select":
      return {
        ...relation,
        from: divided(relation.from),
        columns: named(relation.columns),
        where: relation.where && each(relation.where),
        orderBy: relation.orderBy.map((order): Ordering => ({ ...order, by: each(order.by) })),
      };
    case "group":
      return {
        ...relation,
        from: divided(relation.from),
        columns: named(relation.columns),
        having: relation.having && each(relation.having),
      };
    case "join":
      return { ...relation, left: divided(relation.left), right: divided(relation.right) };
    case "repeat":
      return { ...relation, from: divided(relation.from) };
    default:
      return relation satisfies never;
  }
}
