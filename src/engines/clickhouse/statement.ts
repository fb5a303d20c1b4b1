import { randomUUID } from "node:crypto";
import type { Readable } from "node:stream";
import { TextDecoder } from "node:util";
import { EngineError, HindcastError, reason } from "../../errors.js";
import { cancelledError } from "../shared/cancelled-error.js";
import { listenFor, noSilence, silentError } from "../shared/silence.js";
import type { ClickHouseClient } from "./client.js";
import { networkError, neverBegan, refusalError } from "./errors.js";
import { type Event, readEvent } from "./events.js";

export interface Statement {
  readonly client: ClickHouseClient;
  readonly settings: Readonly<Record<string, string | number>>;
  readonly sql: string;
  readonly signal: AbortSignal;
  /** Stops the server's work on the query of an id; does not throw. */
  readonly kill: (id: string) => void;
  /** Seconds without a whole line of the answer, after which the connection counts as lost; never, where not said. */
  readonly silence: number | undefined;
  /** The server's session in which it runs; none, where not said. */
  readonly session: string | undefined;
}

/**
 * Sends a statement and gives what the server says, as it comes. Whatever ends it early (abort, time,
 * a lost connection, a reader who leaves) also stops the server's work. Rejects with an EngineError,
 * also for an exception in the middle of the result.
 */
export async function* runStatement(statement: Statement): AsyncGenerator<readonly Event[]> {
  const { sql, signal, kill } = statement;
  const silence = statement.silence === undefined ? noSilence : listenFor(1000 * statement.silence);
  const id = `hindcast-${randomUUID()}`;
  const call: Call = { body: undefined, ended: false };
  const stop = (): void => {
    if (call.ended) return;
    call.ended = true;
    call.body?.destroy();
    kill(id);
  };
  const over = AbortSignal.any([signal, silence.signal]);
  over.addEventListener("abort", stop, { once: true });
  try {
    for await (const events of answers({ ...statement, signal: over }, id, call)) {
      if (over.aborted) break;
      // A reader may take its time; the server has its own again afterwards.
      silence.end();
      yield events;
      silence.heard();
    }
    if (over.aborted) throw over.reason;
  } catch (cause) {
    if (signal.aborted) throw cancelledError("clickhouse", signal.reason, sql);
    if (silence.signal.aborted) throw silentError("clickhouse", statement.silence ?? 0, sql);
    if (cause instanceof HindcastError) throw cause;
    if (neverBegan(cause)) call.ended = true;
    throw networkError(cause, sql);
  } finally {
    silence.end();
    over.removeEventListener("abort", stop);
    stop();
  }
}

/** By these a proxy gives up waiting, and the query may go on behind it. */
const cutShort: ReadonlySet<number> = new Set([408, 504, 524]);

interface Call {
  body: Readable | undefined;
  /** The server has said its last word. */
  ended: boolean;
}

async function* answers(
  { client, settings, sql, signal, session }: Statement,
  id: string,
  call: Call,
): AsyncGenerator<readonly Event[]> {
  const answer = await client.exec({
    query: `${sql}\nFORMAT JSONCompactEachRowWithProgress`,
    query_id: id,
    ...(session === undefined ? {} : { session_id: session }),
    abort_signal: signal,
    clickhouse_settings: settings,
    ignore_error_response: true,
  });
  const { stream: body, http_status_code: status = 200, response_headers: headers } = answer;
  call.body = body;
  body.on("error", () => undefined);
  const code = headers["x-clickhouse-exception-code"];
  if (status >= 300 || code !== undefined) {
    const text = await rest(lines(body));
    call.ended = !cutShort.has(status);
    throw refusalError({ text, status, code: code === undefined ? undefined : String(code), sql });
  }
  yield* eventsOf(lines(body), sql, call);
  call.ended = true;
}

async function* eventsOf(
  from: AsyncGenerator<readonly string[]>,
  sql: string,
  call: Call,
): AsyncGenerator<readonly Event[]> {
  for await (const come of from) {
    const events = come.map(readEvent);
    const end = events.findIndex((event) => event === undefined || "exception" in event);
    if (end < 0) yield events as readonly Event[];
    else {
      const text = textOf(events[end]) ?? [...come.slice(end), await rest(from)].join("\n");
      call.ended = true;
      throw refusalError({ text, status: 200, code: undefined, sql });
    }
  }
}

const textOf = (event: Event | undefined): string | undefined =>
  event !== undefined && "exception" in event ? String(event.exception) : undefined;

async function rest(from: AsyncGenerator<readonly string[]>): Promise<string> {
  const text: string[] = [];
  for await (const come of from) text.push(...come);
  return text.join("\n");
}

/** The lines of a body, as many as have come; the last one may lack its line break. */
async function* lines(body: AsyncIterable<Uint8Array>): AsyncGenerator<readonly string[]> {
  const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  let rest = "";
  for await (const chunk of body) {
    const parts = (rest + decode(decoder, chunk)).split("\n");
    rest = parts.pop() ?? "";
    if (parts.length > 0) yield parts;
  }
  rest += decode(decoder);
  if (rest !== "") yield [rest];
}

function decode(decoder: TextDecoder, chunk?: Uint8Array): string {
  try {
    return chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true });
  } catch (cause) {
    throw notUtf8(cause);
  }
}

// Replacement characters would make one key of two.
function notUtf8(cause: unknown): EngineError {
  const message =
    "A text of the source is not valid UTF-8. Correct the rows, or read it as hex(…) in a source of yours: log.source: { sql: … }.";
  return new EngineError("data", reason("textUnreadable", message, { engine: "clickhouse" }), {
    cause,
  });
}
