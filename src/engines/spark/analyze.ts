import type { MessageInitShape } from "@bufbuild/protobuf";
import type { Batch } from "../../sql/engine.js";
import { closedError } from "../call/cancelled-error.js";
import { retrying } from "../call/retrying.js";
import { sessionError } from "./errors.js";
import type { AnalyzePlanRequestSchema, AnalyzePlanResponse } from "./protocol/spark-connect.js";
import type { SparkSession } from "./session.js";

type Question = Pick<
  Exclude<MessageInitShape<typeof AnalyzePlanRequestSchema>, AnalyzePlanResponse>,
  "schema" | "explain" | "sparkVersion"
>;

const nothing: Batch = { rows: 0, columns: new Map() };

/** The server's answer about a statement that it does not run: its columns, its plan. */
export async function analyze(
  session: SparkSession,
  question: Question,
  signal: AbortSignal,
  sql?: string,
): Promise<AnalyzePlanResponse> {
  if (session.closed) throw closedError("spark", sql);
  let answer: AnalyzePlanResponse | undefined;
  const ask = async function* (): AsyncGenerator<Batch> {
    try {
      const caller = await session.caller(signal);
      answer = await session.client.analyzePlan({ ...caller, ...question }, { signal });
      yield nothing;
    } catch (cause) {
      throw await sessionError(session, cause, { signal, sql });
    }
  };
  for await (const _ of retrying(ask, signal));
  return answer as AnalyzePlanResponse;
}
