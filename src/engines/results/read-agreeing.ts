import { reason, StudyError } from "../../errors.js";
import type { CallOptions, Engine, Plan } from "../../sql/engine.js";
import type { Table } from "../../sql/run/table.js";
import type { Result } from "./find-results.js";
import { readResult } from "./read-result.js";
import type { Statement } from "./statement.js";

/** Whether two tables hold the same rows, in whatever order; 0 and -0 are one number, since some programs print the sign. */
export function isSameTable(a: Table, b: Table, { columns }: Pick<Plan, "columns">): boolean {
  const text = (value: unknown): string | null => (value === null ? null : String(value));
  const rows = (table: Table): string =>
    Array.from({ length: table.rows }, (_, row) =>
      JSON.stringify(columns.map(({ name }) => text(table.columns.get(name)?.[row] ?? null))),
    )
      .sort()
      .join("\n");
  return a.rows === b.rows && rows(a) === rows(b);
}

/**
 * The rows of a statement whose result was saved more than once: alone, and as a part of others. Throws
 * StudyError `resultsDiffer` where these are not the same, whatever the order in which they are given.
 */
export async function readAgreeing(
  reader: Engine,
  results: readonly Result[],
  statement: Statement,
  call: CallOptions,
  isSame: typeof isSameTable = isSameTable,
): Promise<Table> {
  const [first, ...others] = results;
  if (first === undefined) throw new RangeError("Expected a result.");
  const table = await readResult(reader, first, statement, call);
  for (const other of others) {
    const again = await readResult(reader, other, statement, call);
    if (!isSame(table, again, statement.plan)) throw resultsDiffer(statement, [first, other]);
  }
  return table;
}

function resultsDiffer({ purpose }: Statement, results: readonly Result[]): StudyError {
  const files = results.map((result) => result.files[0] ?? "");
  const message = `--results: ${files.join(" and ")} both hold the result of the statement "${purpose}", but not the same rows: they are of different times, or of different logs. Give one of them.`;
  return new StudyError(reason("resultsDiffer", message, { files }));
}
