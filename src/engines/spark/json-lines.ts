import { EngineError, reason } from "../../errors.js";
import { sparkDialect, sparkLines } from "../../sql/dialects/spark.js";
import type { Batch, Plan } from "../../sql/engine.js";
import { type FilesRef, from } from "../../sql/relation.js";
import type { SourceColumn } from "../../sql/source-column.js";
import { textPatterns } from "../../sql/text-types.js";

const { identifier, text } = sparkDialect;

/** Where Spark puts lines that are no JSON, if no key has this name. */
const corrupt = "_corrupt_record";

/**
 * Throws EngineError where JSON lines would be read as other values than they hold: Spark makes rows of NULL of lines
 * that are no JSON, and Sail whole numbers of all numbers if the first lines have no other.
 */
export async function requireSoundLines(
  files: FilesRef,
  columns: readonly SourceColumn[],
  ask: (plan: Plan) => AsyncIterable<Batch>,
): Promise<void> {
  const path = files.paths[0] ?? "";
  if (columns.some(({ name }) => name === corrupt)) {
    throw unsound(
      `Expected each line of "${path}" to be an object of JSON, but some are not, and Spark would make rows of NULL of them. Write the file again, or remove those lines.`,
    );
  }
  const names = columns.flatMap(({ name, type }) => (type === "bigint" ? name : []));
  if (names.length === 0) return;
  const outputs = names.map((_, i) => ({ name: `k${i}`, type: "text" as const }));
  const relation = from({ kind: "sql", sql: othersIn(files, names) });
  for await (const batch of ask({ relation, columns: outputs, purpose: "types of columns" })) {
    for (const [i, name] of names.entries()) {
      const other = batch.columns.get(`k${i}`)?.[0] ?? null;
      if (other === null) continue;
      throw unsound(
        `Expected whole numbers in the column "${name}" of "${path}", since this server takes its type from the first lines, but got ${other} further below. Write the log as Parquet, or name the types: log.source: { sql: "SELECT r.* FROM (SELECT from_json(value, 'id STRING, reward DOUBLE, …') AS r FROM text.\`${path}\`) AS l" }.`,
      );
    }
  }
}

/** A value of each column that is no whole number, if there is one. */
function othersIn(files: FilesRef, names: readonly string[]): string {
  const schema = names.map((name) => `${identifier(name)} STRING`).join(", ");
  const whole = textPatterns.find(([kind]) => kind === "whole")?.[1] ?? "";
  const others = names.map((name, i) => {
    const value = `r.${identifier(name)}`;
    return `MIN(CASE WHEN NOT (${value} RLIKE ${text(`^(?:${whole})$`)}) THEN ${value} END) AS k${i}`;
  });
  const read = `SELECT from_json(value, ${text(schema)}) AS r FROM ${sparkLines(files)}`;
  return `SELECT ${others.join(", ")} FROM (${read}) AS l`;
}

const unsound = (message: string): EngineError =>
  new EngineError("data", reason("fileUnreadable", message, { engine: "spark" }));
