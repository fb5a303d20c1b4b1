import { InternalError } from "../../errors.js";
import type { Batch, CallOptions, Plan, Progress } from "../../sql/engine.js";
import { readBatch } from "./batch.js";
import { sessionError } from "./errors.js";
import { responsesTo } from "./operation.js";
import type { ExecutionProgress } from "./protocol/spark-connect.js";
import type { SparkSession } from "./session.js";

export interface Statement {
  readonly plan: Pick<Plan, "columns" | "purpose">;
  readonly sql: string;
  /** Of the call, the time limit and the closing of the session together. */
  readonly signal: AbortSignal;
  readonly onProgress: CallOptions["onProgress"];
}

/** The batches of one run of a statement, each once; throws typed errors. */
export async function* batchesOf(
  session: SparkSession,
  { plan, sql, signal, onProgress }: Statement,
): AsyncGenerator<Batch> {
  let rows = 0n;
  try {
    for await (const { executionProgress, arrowBatch } of responsesTo(session, sql, signal)) {
      signal.throwIfAborted();
      if (executionProgress !== undefined) {
        onProgress?.(progressOf(plan.purpose, executionProgress));
      }
      if (arrowBatch === undefined || isRepeated(arrowBatch.startOffset, rows)) continue;
      const batch = readBatch(plan, arrowBatch);
      rows += arrowBatch.rowCount;
      if (batch.rows > 0) yield batch;
    }
  } catch (cause) {
    throw await sessionError(session, cause, { signal, sql, hasBegun: rows > 0n });
  }
}

/** A batch says at which row it starts, from Spark 4.1 on. */
function isRepeated(start: bigint | undefined, rows: bigint): boolean {
  if (start === undefined || start === rows) return false;
  if (start < rows) return true;
  throw new InternalError(
    `Expected Spark's next batch to start at row ${rows}, but it starts at ${start}: a batch is lost.`,
  );
}

function progressOf(purpose: string, { stages }: ExecutionProgress): Progress {
  const total = (of: (stage: (typeof stages)[number]) => bigint): number =>
    Number(stages.reduce((sum, stage) => sum + of(stage), 0n));
  const tasks = total((stage) => stage.numTasks);
  const tasksDone = total((stage) => stage.numCompletedTasks);
  const bytes = total((stage) => stage.inputBytesRead);
  if (tasks === 0) return { purpose };
  return { purpose, fraction: Math.min(1, tasksDone / tasks), tasksDone, tasks, bytes };
}
