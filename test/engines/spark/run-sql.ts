import { batchesOf } from "../../../src/engines/spark/batches.js";
import { readSettings } from "../../../src/engines/spark/options.js";
import { SparkSession } from "../../../src/engines/spark/session.js";

/** Runs a statement in a session of its own; the texts of one column of its result, where one is named. */
export async function runSql(url: string, sql: string, column?: string): Promise<string[]> {
  const session = new SparkSession(readSettings({ url }));
  const columns = column === undefined ? [] : [{ name: column, type: "text" as const }];
  const { signal } = new AbortController();
  const statement = { plan: { columns, purpose: "test" }, sql, signal, onProgress: undefined };
  const texts: string[] = [];
  try {
    for await (const { columns: read } of batchesOf(session, statement)) {
      texts.push(...Array.from(read.get(column ?? "") ?? [], String));
    }
  } finally {
    await session.close();
  }
  return texts;
}
