import { InternalError } from "../../errors.js";
import type { Batch, BatchColumn, Plan, PlanType } from "../../sql/engine.js";
import type { Answer } from "./client.js";

/** Numbers of PostgreSQL's types that may come back for each promised type: SUM of a BIGINT is NUMERIC. */
const promised: Readonly<Record<PlanType, readonly number[]>> = {
  double: [701],
  bigint: [20, 1700, 23, 21],
  text: [25, 1043],
};

const read: Readonly<Record<PlanType, (text: string) => number | bigint | string>> = {
  double: Number,
  bigint: BigInt,
  text: (text) => text,
};

/** The rows of an answer as columns of the plan. */
export function batchOf(plan: Pick<Plan, "columns" | "purpose">, answer: Answer): Batch {
  const { fields, rows } = answer;
  const columns = plan.columns.map(({ name, type }): [string, BatchColumn] => {
    const at = fields.findIndex((field) => field.name === name);
    const typeId = fields[at]?.dataTypeID;
    if (typeId === undefined || !promised[type].includes(typeId)) {
      const came = typeId === undefined ? "no such column" : `PostgreSQL's type ${typeId}`;
      throw new InternalError(
        `Expected the plan "${plan.purpose}" to give "${name}" as ${type}, but got ${came}.`,
      );
    }
    const values = rows.map((row) => {
      const text = row[at] ?? null;
      return text === null ? null : read[type](text);
    });
    return [name, values as BatchColumn];
  });
  return { rows: rows.length, columns: new Map(columns) };
}
