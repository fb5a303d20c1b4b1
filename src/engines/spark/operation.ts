import { randomUUID } from "node:crypto";
import { Code, ConnectError } from "@connectrpc/connect";
import { powerOfTwo } from "../../numeric/elementary/power-of-two.js";
import { pause } from "../shared/pause.js";
import { sessionError } from "./errors.js";
import { parseFailure } from "./parse-failure.js";
import type { ExecutePlanResponse } from "./protocol/spark-connect.js";
import type { SparkSession } from "./session.js";

const firstPause = 100;
const longestPause = 5000;
const mostDoublings = 6;

/**
 * The responses to one statement, each once. A server ends a stream after two minutes and networks
 * end them at any time; as long as the result is not complete, the operation is taken up after the
 * last response, for as long as the settings have patience. Whatever ends this early stops the
 * operation on the server, unless it failed there. Throws what the client throws, or an error that
 * is not worth another try.
 */
export async function* responsesTo(
  session: SparkSession,
  sql: string,
  signal: AbortSignal,
): AsyncGenerator<ExecutePlanResponse> {
  const caller = await session.caller(signal);
  const operationId = randomUUID();
  session.begin(operationId, caller);
  const { client, settings } = session;
  const plan = { root: { sql: { query: sql } } };
  const requestOptions = [{ reattachOptions: { reattachable: true } }];
  let resume = () =>
    client.executePlan({ ...caller, operationId, plan, requestOptions }, { signal });
  let lastResponseId: string | undefined;
  const reattach = () =>
    client.reattachExecute({ ...caller, operationId, lastResponseId }, { signal });
  let isOver = false;
  const losses = new Losses(settings.patience);
  try {
    while (!isOver) {
      try {
        let isEmpty = true;
        for await (const response of resume()) {
          isEmpty = false;
          session.heard();
          losses.end();
          lastResponseId = response.responseId || lastResponseId;
          isOver ||= response.resultComplete !== undefined;
          yield response;
        }
        if (isEmpty) throw new ConnectError("the stream ended without a word", Code.Aborted);
      } catch (cause) {
        if (isOver) break;
        isOver = !signal.aborted && parseFailure(cause).fromServer;
        if (signal.aborted || isOver) throw cause;
        if (await losses.bear(session, signal)) continue;
        throw await sessionError(session, cause, { signal, sql, hasBegun: true });
      } finally {
        resume = reattach;
      }
    }
  } finally {
    await (isOver ? session.release(operationId) : session.stop(operationId));
  }
}

/** Counts losses of the connection in a row: growing pauses, until patience ends. */
class Losses {
  readonly #patience: number;
  #since: number | undefined;
  #count = 0;

  constructor(patience: number) {
    this.#patience = patience;
  }

  end(): void {
    this.#since = undefined;
    this.#count = 0;
  }

  /** Waits until the server answers again, and longer from loss to loss; false once patience is over. */
  async bear(session: SparkSession, signal: AbortSignal): Promise<boolean> {
    this.#since ??= performance.now();
    const left = (): number => this.#patience - (performance.now() - (this.#since ?? 0));
    while (left() > 0) {
      await pause(
        Math.min(
          left(),
          longestPause,
          firstPause * powerOfTwo(Math.min(this.#count++, mostDoublings)),
        ),
        signal,
      );
      if (signal.aborted || (await session.answers(Math.max(1, Math.ceil(left())), signal)))
        return true;
    }
    return false;
  }
}
