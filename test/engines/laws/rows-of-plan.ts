import type { CallOptions, Engine, Plan, PlanType, Relation } from "../../../src/sql/index.js";
import { from } from "../../../src/sql/relation.js";

export type Types = Readonly<Record<string, PlanType>>;

export const planOf = (relation: Relation, types: Types): Plan => ({
  relation,
  columns: Object.entries(types).map(([name, type]) => ({ name, type })),
  purpose: "a law of engines",
});

/** The rows of a relation, each the values of its columns in order. */
export async function rowsOfPlan(
  engine: Engine,
  relation: Relation,
  types: Types,
  call?: CallOptions,
): Promise<readonly (readonly unknown[])[]> {
  const rows: unknown[][] = [];
  for await (const batch of engine.query(planOf(relation, types), call)) {
    for (let i = 0; i < batch.rows; i++) {
      rows.push(Object.keys(types).map((name) => batch.columns.get(name)?.[i]));
    }
  }
  return rows;
}

export const sqlOf = (statement: string): Relation => from({ kind: "sql", sql: statement });

/** One row of nothing in particular. */
export const oneRow: Relation = sqlOf("SELECT 1 AS unused");
