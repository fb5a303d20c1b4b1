import type { Progress } from "../../sql/engine.js";
import type { ExecutionProgress } from "./protocol/spark-connect.js";

/** How far Spark's stages are; a fraction of the tasks that it has planned so far. */
export function progressOf(purpose: string, { stages }: ExecutionProgress): Progress {
  const total = (of: (stage: (typeof stages)[number]) => bigint): number =>
    Number(stages.reduce((sum, stage) => sum + of(stage), 0n));
  const tasks = total((stage) => stage.numTasks);
  const tasksDone = total((stage) => stage.numCompletedTasks);
  const bytes = total((stage) => stage.inputBytesRead);
  if (tasks === 0) return { purpose };
  return { purpose, fraction: Math.min(1, tasksDone / tasks), tasksDone, tasks, bytes };
}
