import { EngineError, reason } from "../../errors.js";
import type { Batch, CallOptions, Plan, Progress } from "../../sql/engine.js";
import { batchReader } from "./batch.js";
import type { Event, ServerProgress } from "./events.js";

// As many at least; a piece of the body gives what it holds.
const batchRows = 4096;

export type StatementOfPlan = Pick<Plan, "columns" | "purpose"> & {
  readonly sql: string;
  /** It reads rows that the session holds. */
  readonly ofSession?: true;
  readonly settings?: Readonly<Record<string, string | number>>;
};

/** The rows of a statement in batches, with progress told as the server tells it. */
export async function* rowsOf(
  answer: AsyncIterable<readonly Event[]>,
  { sql, ...statement }: StatementOfPlan,
  onProgress: CallOptions["onProgress"],
): AsyncGenerator<Batch> {
  let read: ReturnType<typeof batchReader> | undefined;
  let rows: (readonly unknown[])[] = [];
  for await (const events of answer) {
    for (const event of events) {
      if ("row" in event) rows.push(event.row);
      else if ("meta" in event) read = batchReader(statement, event.meta);
      else if ("progress" in event) {
        onProgress?.({ purpose: statement.purpose, ...progressOf(event.progress) });
      }
    }
    if (rows.length >= batchRows && read !== undefined) {
      yield read(rows);
      rows = [];
    }
  }
  if (read === undefined) throw tooOld(sql);
  if (rows.length > 0) yield read(rows);
}

function progressOf(progress: ServerProgress): Omit<Progress, "purpose"> {
  const rows = Number(progress.read_rows ?? 0);
  const total = Number(progress.total_rows_to_read ?? 0);
  return total > 0 ? { rows, fraction: Math.min(1, rows / total) } : { rows };
}

function tooOld(sql: string): EngineError {
  const message =
    "Expected ClickHouse to name the columns of its result, as version 25.1 and later do, but it did not. Use a later server.";
  const problem = reason("serverTooOld", message, { engine: "clickhouse" });
  return new EngineError("internal", problem, { sql });
}
