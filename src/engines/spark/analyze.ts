import type { MessageInitShape } from "@bufbuild/protobuf";
import type { Batch } from "../../sql/engine.js";
import { closedError } from "../shared/cancelled-error.js";
import { retrying } from "../shared/retrying.js";
import { sessionError } from "./errors.js";
import type { AnalyzePlanRequestSchema, AnalyzePlanResponse } from "./protocol/spark-connect.js";
import type { SparkSession } from "./session.js";

type Question = Pick<
  Exclude<MessageInitShape<typeof AnalyzePlanRequestSchema>, AnalyzePlanResponse>,
  "schema" | "explain" | "sparkVersion"
>;

const nothing: Batch = { rows: 0, columns: new Map() };

// To tell columns, a server may first have to look at the files that a path names.
const slowness = 10;
// What a timer of Node can hold.
const longest = 2 ** 31 - 1;

/**
 * The server's answer about a statement that it does not run: its columns, its plan; it is waited
 * for ten times as long as for a session. Without a statement, its version, for as long as that.
 */
export async function analyze(
  session: SparkSession,
  question: Question,
  signal: AbortSignal,
  sql?: string,
): Promise<AnalyzePlanResponse> {
  if (session.closed) throw closedError("spark", sql);
  let answer: AnalyzePlanResponse | undefined;
  const { patience } = session.settings;
  const timeoutMs = sql === undefined ? patience : Math.min(patience * slowness, longest);
  let isFirst = true;
  const ask = async function* (): AsyncGenerator<Batch> {
    try {
      // A lost connection has as long to come back as for a session; only then the answer has its own time.
      if (!isFirst && sql !== undefined) await session.answers(patience, signal);
      isFirst = false;
      const caller = await session.caller(signal);
      answer = await session.client.analyzePlan({ ...caller, ...question }, { signal, timeoutMs });
      session.heard();
      yield nothing;
    } catch (cause) {
      throw await sessionError(session, cause, { signal, sql });
    }
  };
  for await (const _ of retrying(ask, signal));
  return answer as AnalyzePlanResponse;
}
