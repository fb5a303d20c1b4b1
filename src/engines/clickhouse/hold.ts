import { randomUUID } from "node:crypto";
import { EngineError, type StudyError } from "../../errors.js";
import type { Dialect } from "../../sql/dialect.js";
import { temporaryTable } from "../../sql/dialects/clickhouse.js";
import type { CallOptions } from "../../sql/engine.js";
import type { SourceRef } from "../../sql/relation.js";
import { cancelledError } from "../shared/cancelled-error.js";
import { moreThan, type RowHolder } from "../shared/keeper.js";
import { pause } from "../shared/pause.js";
import { timeLimit } from "../shared/time-limit.js";
import { Turns } from "../shared/turns.js";
import type { Event } from "./events.js";
import { optionError } from "./options.js";
import type { Manner, Server } from "./server.js";

/** Of the names of temporary tables; a rule of errors knows it. */
const prefix = "hindcast_held_";
/** In the memory of the server: some 800 MB. */
const mostRows = 8_000_000;
const dropPatience = 5000;
const dropAgain = [0, 100, 300, 900] as const;

/** A session of the server, in which tables of ours are. It takes one statement at a time. */
export class HoldingSession {
  readonly #server: Server;
  readonly #id = randomUUID();
  readonly #turns = new Turns();
  /** Tables that may be there. */
  readonly #tables = new Set<string>();
  #made = 0;

  constructor(server: Server) {
    this.#server = server;
  }

  /** What a statement of the session answers, once those before it have ended; its time begins then. */
  async *ask(
    sql: string,
    callers: AbortSignal | undefined,
    manner: Manner = {},
  ): AsyncGenerator<readonly Event[]> {
    const end = await this.#turn(sql, callers);
    try {
      yield* this.#server.ask(sql, this.#server.obeying(callers), {
        ...manner,
        session: this.#id,
      });
    } finally {
      end();
    }
  }

  /** Makes a table of a statement's rows and gives its name; where that fails, there is none. */
  async create(columns: string, callers: AbortSignal | undefined): Promise<string> {
    const name = `${prefix}${this.#made++}`;
    const sql = `CREATE TEMPORARY TABLE ${name} ${columns}`;
    const end = await this.#turn(sql, callers);
    this.#tables.add(name);
    try {
      await this.#server.command(sql, this.#server.obeying(callers), this.#id);
      return name;
    } catch (error) {
      // A statement that was stopped leaves a table with the rows that it had.
      void this.drop(name).catch(() => undefined);
      throw error;
    } finally {
      end();
    }
  }

  async drop(name: string): Promise<void> {
    const end = await this.#turn(name, undefined);
    try {
      await this.#dropNow(name, timeLimit(dropPatience));
    } finally {
      end();
    }
  }

  /** Drops what is there yet, where the server answers soon; what was asked has been stopped. */
  async tidy(): Promise<void> {
    const limit = timeLimit(this.#server.patience);
    for (const name of this.#tables) await this.#dropNow(name, limit).catch(() => undefined);
  }

  async #turn(sql: string, callers: AbortSignal | undefined): Promise<() => void> {
    const signal = this.#server.waiting(callers);
    try {
      return await this.#turns.take(signal);
    } catch (cause) {
      throw cancelledError("clickhouse", cause, sql);
    }
  }

  // The session may still be at work on a statement that was stopped.
  async #dropNow(name: string, limit: AbortSignal): Promise<void> {
    let failure: unknown;
    for (const wait of dropAgain) {
      await pause(wait, limit);
      try {
        await this.#server.tell(`DROP TEMPORARY TABLE IF EXISTS ${name}`, limit, this.#id);
        this.#tables.delete(name);
        return;
      } catch (error) {
        failure = error;
        if (limit.aborted) break;
      }
    }
    throw failure;
  }
}

/** What holding rows needs of the engine. */
export interface Holding {
  readonly dialect: Dialect;
  /** The number that a statement of the session gives. */
  readonly count: (sql: string, call: CallOptions) => Promise<number>;
  /** Does a job again where its failure may pass. */
  readonly retry: <T>(job: () => Promise<T>, call: CallOptions) => Promise<T>;
}

/** Rows held in temporary tables of a session. */
export function clickhouseRows(
  session: HoldingSession,
  { dialect, count, retry }: Holding,
  most: number = mostRows,
): RowHolder {
  const names = new Map<SourceRef, string>();
  return {
    dialect,
    async hold(sql, _, call) {
      const rows = `ENGINE = Memory AS SELECT * FROM (\n${sql}\n) AS s LIMIT ${most + 1}`;
      const name = await retry(() => session.create(rows, call.signal), call);
      const table = temporaryTable(name);
      const counted = await count(`SELECT count() AS n FROM ${dialect.source(table)}`, call);
      if (counted <= most) {
        names.set(table, name);
        return table;
      }
      await session.drop(name);
      return moreThan(most);
    },
    drop: async (table) => {
      const name = names.get(table);
      if (name !== undefined) await session.drop(name);
      names.delete(table);
    },
  };
}

/** Throws StudyError where the server lets this user hold no rows, or loses the session in which they would be. */
export async function requireHolding(
  session: HoldingSession,
  callers: AbortSignal | undefined,
): Promise<void> {
  try {
    const name = await session.create("(n UInt8) ENGINE = Memory", callers);
    for await (const _ of session.ask(`SELECT n FROM ${name}`, callers));
    await session.drop(name);
  } catch (error) {
    if (error instanceof EngineError && !passing.has(error.failure)) throw cannotHold(error);
    throw error;
  }
}

/** Failures that say nothing of what the server lets a user do. */
const passing: ReadonlySet<EngineError["failure"]> = new Set(["cancelled", "network", "resource"]);

function cannotHold(cause: EngineError): StudyError {
  const { detail = cause.message } = cause.problems[0]?.facts ?? {};
  const why =
    cause.failure === "missing"
      ? `but another one answered the next request. ${cause.message}`
      : `but it refuses this user: ${detail}. GRANT CREATE TEMPORARY TABLE ON *.* TO the user, or leave hold out: without it every statement reads the log.`;
  const message = `Expected a server that holds rows in temporary tables (engine.hold: true), ${why}`;
  return optionError(message, cause);
}
