import type { HindcastError } from "../../errors.js";
import type { Dialect } from "../../sql/dialect.js";
import type { CallOptions } from "../../sql/engine.js";
import { cancelledError, closedError } from "../shared/cancelled-error.js";
import { callSignal } from "../shared/time-limit.js";
import { Turns } from "../shared/turns.js";
import { until } from "../shared/until.js";
import type { ConnectionRows, ConnectionStatement, RunStatement } from "./connection.js";
import { connectionError } from "./errors.js";

interface SessionParts {
  readonly dialect: Dialect;
  readonly run: RunStatement;
  readonly errorOf: ((cause: unknown, sql: string) => HindcastError) | undefined;
}

/** Statements of one connection: one after the other, the settings of the dialect before the first. */
export class ConnectionSession {
  readonly #parts: SessionParts;
  readonly #closing = new AbortController();
  readonly #turns = new Turns();
  #settings: Promise<void> | undefined;

  constructor(parts: SessionParts) {
    this.#parts = parts;
  }

  /** The rows of a statement as they come. Throws EngineError. */
  async *rows(statement: ConnectionStatement, call: CallOptions): AsyncGenerator<ConnectionRows> {
    this.#settings ??= this.#set(call);
    await this.#settings;
    yield* this.#run(statement, call);
  }

  async whole(statement: ConnectionStatement, call: CallOptions): Promise<ConnectionRows> {
    const rows: (readonly unknown[])[] = [];
    let names: readonly string[] = [];
    for await (const part of this.rows(statement, call)) {
      names = part.names;
      for (const row of part.rows) rows.push(row);
    }
    return { names, rows };
  }

  close(): void {
    this.#closing.abort();
  }

  async #set(call: CallOptions): Promise<void> {
    try {
      for (const sql of this.#parts.dialect.session) {
        const statement = { sql, purpose: "settings of the session", columns: [] };
        for await (const _ of this.#run(statement, call));
      }
    } catch (error) {
      this.#settings = undefined;
      throw error;
    }
  }

  async *#run(statement: ConnectionStatement, call: CallOptions): AsyncGenerator<ConnectionRows> {
    const signal = callSignal(this.#closing.signal, call.signal, undefined);
    const unread = new AbortController();
    try {
      signal.throwIfAborted();
      const end = await this.#turns.take(signal);
      const running = AbortSignal.any([signal, unread.signal]);
      const answers = answersOf(this.#parts.run, statement, running);
      try {
        for (;;) {
          const { value, done } = await until(signal, answers.next());
          if (done === true) return;
          yield value;
        }
      } finally {
        // The connection is free when the statement has ended, for which nobody waits.
        unread.abort();
        answers.return(undefined).then(end, end);
      }
    } catch (cause) {
      throw this.#failed(cause, statement.sql, signal);
    }
  }

  #failed(cause: unknown, sql: string, signal: AbortSignal): HindcastError {
    const { dialect, errorOf } = this.#parts;
    if (this.#closing.signal.aborted) return closedError(dialect.name, sql);
    if (signal.aborted) return cancelledError(dialect.name, signal.reason, sql);
    return errorOf?.(cause, sql) ?? connectionError(cause, dialect.name, sql);
  }
}

async function* answersOf(
  run: RunStatement,
  statement: ConnectionStatement,
  signal: AbortSignal,
): AsyncGenerator<ConnectionRows, undefined, undefined> {
  const answer = run(statement, signal);
  if (Symbol.asyncIterator in answer) yield* answer;
  else yield await answer;
}
