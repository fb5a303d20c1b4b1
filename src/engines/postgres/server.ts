import { EngineError } from "../../errors.js";
import { postgresDialect } from "../../sql/dialects/postgres.js";
import { cancelledError, closedError } from "../shared/cancelled-error.js";
import { pause } from "../shared/pause.js";
import { silentError, stopPatience } from "../shared/silence.js";
import { callSignal, timeLimit } from "../shared/time-limit.js";
import { Turns } from "../shared/turns.js";
import { until } from "../shared/until.js";
import { type Answer, ask, askInTurn, type PostgresClient } from "./client.js";
import { postgresError } from "./errors.js";
import type { PostgresSettings } from "./options.js";

const SESSION = [
  ...postgresDialect.session,
  "SET default_transaction_read_only = on",
  // All rows of a cursor are fetched.
  "SET cursor_tuple_fraction = 1",
];

// A server that does not look whether its client is there goes on without one. Before version 14, and where the
// system cannot tell, it never looks.
const LISTENING = "SELECT SET_CONFIG('client_connection_check_interval', '2s', FALSE)";

/** Milliseconds between two signs of life while statements run. */
const beat = 2000;

/** Runs statements on one connection; each rejects as soon as its signal is aborted. */
export interface Asking {
  (sql: string): Promise<Answer>;
  /** The server's process, as the connection names it. */
  readonly processID: number | null;
}

/** Connections to a server, and one more over which the others are stopped and watched. */
export class Server {
  readonly settings: PostgresSettings;
  readonly #create: () => PostgresClient;
  readonly #idle: PostgresClient[] = [];
  /** Where rows are held, all statements take turns on the connection that has them. */
  readonly #turns: Turns | undefined;
  readonly #closing = new AbortController();
  readonly #stopping = new Set<Promise<unknown>>();
  #control: Promise<PostgresClient> | undefined;
  #heardAt: number | undefined;
  #closed: Promise<void> | undefined;

  constructor(settings: PostgresSettings, create: () => PostgresClient) {
    this.settings = settings;
    this.#create = create;
    this.#turns = settings.hold ? new Turns() : undefined;
  }

  /** Whether the server has ever answered. */
  get isKnown(): boolean {
    return this.#heardAt !== undefined;
  }

  /** The signal that a call must obey: its caller's, its time, and the engine's closing. */
  obeying(callers: AbortSignal | undefined): AbortSignal {
    return callSignal(this.#closing.signal, callers, this.settings.timeout);
  }

  /**
   * Uses a connection of its own. What ends it early stops the server's work; errors are typed, and name the
   * statement `sql`.
   */
  async *on<T>(
    sql: string,
    signal: AbortSignal,
    use: (asking: Asking) => AsyncIterable<T>,
  ): AsyncGenerator<T> {
    if (this.#closing.signal.aborted) throw closedError("postgres", sql);
    const over = new AbortController();
    const end = (): void => over.abort(signal.reason);
    if (signal.aborted) end();
    else signal.addEventListener("abort", end, { once: true });
    let connection: PostgresClient | undefined;
    let endTurn: (() => void) | undefined;
    let isSound = false;
    try {
      over.signal.throwIfAborted();
      endTurn = await this.#turns?.take(over.signal);
      connection = this.#idle.pop() ?? (await this.#open(over.signal));
      const postgresClient = connection;
      void this.#watch(over);
      const { processID } = postgresClient;
      const run = (statement: string) => until(over.signal, ask(postgresClient, statement));
      yield* use(Object.assign(run, { processID }));
      isSound = true;
    } catch (cause) {
      const { reason } = over.signal;
      if (signal.aborted) throw cancelledError("postgres", signal.reason, sql);
      if (over.signal.aborted && reason instanceof EngineError) throw reason;
      throw postgresError(cause, this.settings.address, sql);
    } finally {
      signal.removeEventListener("abort", end);
      over.abort();
      if (connection !== undefined) await this.#giveBack(connection, isSound);
      endTurn?.();
    }
  }

  /** Cancels what runs, and waits until the server has been told. */
  close(): Promise<void> {
    this.#closed ??= this.#end();
    return this.#closed;
  }

  async #end(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#stopping);
    const control = await Promise.race([this.#control?.catch(() => undefined), pause(0)]);
    for (const connection of [...this.#idle.splice(0), ...(control ? [control] : [])]) {
      void connection.end().catch(() => undefined);
      connection.connection.stream.destroy();
    }
  }

  async #open(signal: AbortSignal): Promise<PostgresClient> {
    const connection = this.#create();
    // Without a listener Node ends the process for a connection that breaks while it is idle.
    connection.on("error", () => undefined);
    const limited = AbortSignal.any([signal, timeLimit(this.settings.patience)]);
    try {
      await until(limited, connection.connect());
      await until(limited, ask(connection, SESSION.join("; ")));
      await until(limited, ask(connection, LISTENING)).catch(() => limited.throwIfAborted());
    } catch (cause) {
      connection.connection.stream.destroy();
      if (limited.aborted && !signal.aborted) throw new Error("timeout expired", { cause });
      throw cause;
    }
    this.#heardAt = performance.now();
    return connection;
  }

  async #giveBack(connection: PostgresClient, isSound: boolean): Promise<void> {
    if (isSound && !this.#closing.signal.aborted) {
      this.#idle.push(connection);
      return;
    }
    const stopped = this.#stop(connection)
      .catch(() => undefined)
      .then(() => void connection.connection.stream.destroy());
    this.#stopping.add(stopped);
    await stopped;
    this.#stopping.delete(stopped);
  }

  /** Stops what a connection runs: nothing, where it has ended already. */
  async #stop({ processID }: PostgresClient): Promise<void> {
    if (processID === null) return;
    const limit = timeLimit(stopPatience(this.#heardAt));
    const control = await until(limit, this.#controlled());
    await until(limit, askInTurn(control, `SELECT pg_cancel_backend(${processID})`));
  }

  #controlled(): Promise<PostgresClient> {
    this.#control ??= this.#open(new AbortController().signal);
    const control = this.#control;
    control.catch(() => {
      if (this.#control === control) this.#control = undefined;
    });
    return control;
  }

  /** PostgreSQL says nothing while a statement runs, so it is asked next to it whether it is there. */
  async #watch(over: AbortController): Promise<void> {
    const { silence } = this.settings;
    const gap = Math.min(beat, silence / 3);
    let heardAt = performance.now();
    const note = (): void => {
      heardAt = performance.now();
      this.#heardAt = heardAt;
    };
    for (await pause(gap, over.signal); !over.signal.aborted; await pause(gap, over.signal)) {
      const reply = this.#controlled().then((control) => askInTurn(control, "SELECT 1"));
      const lost = (): void => {
        this.#control = undefined;
      };
      await Promise.race([reply.then(note, lost), pause(gap, over.signal)]);
      if (performance.now() - heardAt > silence) {
        over.abort(silentError("postgres", silence / 1000));
      }
    }
  }
}
