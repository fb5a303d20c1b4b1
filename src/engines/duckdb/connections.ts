import type { DuckDBConnection } from "@duckdb/node-api";
import { callSignal } from "../shared/time-limit.js";
import type { OpenInstance } from "./instance.js";
import { workOf } from "./stuck.js";

// DuckDB interrupts and counts progress by connection, so every running query has its own.
const SESSION = [
  "SET enable_progress_bar = true",
  "SET enable_progress_bar_print = false",
  "SET progress_bar_time = 0",
];

/** Connections of one database: taken for a query, given back for the next one. */
export class Connections {
  readonly #database: OpenInstance;
  readonly #idle: DuckDBConnection[] = [];
  readonly #closing = new AbortController();
  /** What is done once for all queries, by name. */
  readonly #done = new Map<string, Promise<void>>();
  #busy = 0;

  constructor(database: OpenInstance) {
    this.#database = database;
  }

  get closed(): boolean {
    return this.#closing.signal.aborted;
  }

  once(name: string, act: () => Promise<void>): Promise<void> {
    const doing = this.#done.get(name) ?? act();
    this.#done.set(name, doing);
    doing.catch(() => this.#done.delete(name));
    return doing;
  }

  /** The signal that a query must obey: its caller's, its time, and that of the database's closing. */
  signal(callers: AbortSignal | undefined): AbortSignal {
    return callSignal(this.#closing.signal, callers, this.#database.timeout);
  }

  async take(): Promise<DuckDBConnection> {
    const connection = this.#idle.pop() ?? (await this.#open());
    this.#busy++;
    return connection;
  }

  /** Gives a connection back; one whose result was not read to its end is closed instead. */
  giveBack(connection: DuckDBConnection, readToItsEnd: boolean): void {
    const work = workOf(connection);
    if (work !== undefined) {
      void work.then(() => this.giveBack(connection, false));
      return;
    }
    this.#busy--;
    if (readToItsEnd && !this.closed) this.#idle.push(connection);
    else connection.disconnectSync();
    this.#closeWhenIdle();
  }

  /** Cancels what runs; the database closes as soon as the last query has noticed. */
  close(): void {
    if (this.closed) return;
    this.#closing.abort();
    for (const connection of this.#idle.splice(0)) connection.disconnectSync();
    this.#closeWhenIdle();
  }

  async #open(): Promise<DuckDBConnection> {
    const connection = await this.#database.instance.connect();
    for (const statement of SESSION) await connection.run(statement);
    return connection;
  }

  #closeWhenIdle(): void {
    if (this.closed && this.#busy === 0) this.#database.close();
  }
}
