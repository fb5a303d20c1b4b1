import { cancelledError, closedError } from "../shared/cancelled-error.js";
import { pause } from "../shared/pause.js";
import { stopPatience, usualSilence } from "../shared/silence.js";
import { callSignal, timeLimit } from "../shared/time-limit.js";
import { readAddress } from "./address.js";
import { type ClickHouseClient, loadClient, openClient } from "./client.js";
import type { Event } from "./events.js";
import { type ClickhouseOptions, checkOptions } from "./options.js";
import { settingsOf } from "./settings.js";
import { runStatement, type Statement } from "./statement.js";

const killAgain = 200;
/** The part of the time of silence after which a server that tells no progress is asked. */
const watchful = 0.5;
/** A session outlasts statements between those that are its own; a setting of the user's may change it. */
const sessionSettings = { session_timeout: 600 } as const;

/** What sets a statement apart from others. */
export interface Manner {
  /** The server's session in which it runs. */
  readonly session?: string;
  readonly settings?: Readonly<Record<string, string | number>>;
}

export class Server {
  readonly #client: ClickHouseClient;
  readonly #settings: Readonly<Record<string, string | number>>;
  readonly #timeout: number | undefined;
  readonly #silence: number;
  #heardAt: number | undefined;
  readonly #closing = new AbortController();
  readonly #kills = new Set<Promise<void>>();
  #closed: Promise<void> | undefined;

  constructor(client: ClickHouseClient, options: ClickhouseOptions) {
    this.#client = client;
    this.#settings = settingsOf(readAddress(options.url).settings, options.settings ?? {});
    const { timeout } = options;
    this.#timeout = timeout === undefined ? undefined : Math.ceil(1000 * timeout);
    this.#silence = options.silence ?? usualSilence;
  }

  /** The signal that a call must obey: its caller's, its time, and the engine's closing. */
  obeying(callers: AbortSignal | undefined): AbortSignal {
    return callSignal(this.#closing.signal, callers, this.#timeout);
  }

  /** The same without a time, of a call that waits for others. */
  waiting(callers: AbortSignal | undefined): AbortSignal {
    return callSignal(this.#closing.signal, callers, undefined);
  }

  async *ask(
    sql: string,
    signal: AbortSignal,
    manner: Manner = {},
  ): AsyncGenerator<readonly Event[]> {
    const silence = this.#silence;
    for await (const events of runStatement({ ...this.#request(sql, signal, manner), silence })) {
      this.#heardAt = performance.now();
      yield events;
    }
  }

  /** Runs a statement that gives no rows and tells no progress; the server is asked meanwhile whether it is there. */
  async command(sql: string, signal: AbortSignal, session: string): Promise<void> {
    const [lost, done] = [new AbortController(), new AbortController()];
    const either = AbortSignal.any([signal, lost.signal]);
    this.#watch(done.signal).catch((error: unknown) => lost.abort(error));
    try {
      const request = this.#request(sql, either, { session });
      for await (const _ of runStatement({ ...request, silence: undefined }));
    } catch (error) {
      throw lost.signal.aborted && !signal.aborted ? lost.signal.reason : error;
    } finally {
      done.abort();
    }
  }

  /** Sends a statement with no settings, which nothing waits for but tidiness. */
  async tell(query: string, signal: AbortSignal, session?: string): Promise<string> {
    const place = session === undefined ? {} : { session_id: session };
    const { stream } = await this.#client.exec({ query, ...place, abort_signal: signal });
    signal.addEventListener("abort", () => stream.destroy());
    let answer = "";
    for await (const chunk of stream) answer += String(chunk);
    return answer;
  }

  /** How many milliseconds tidiness may take. */
  get patience(): number {
    return stopPatience(this.#heardAt);
  }

  /** Cancels what runs, waits until the server has been told, and has it tidied up. */
  close(tidy: () => Promise<void> = async () => undefined): Promise<void> {
    this.#closed ??= this.#end(tidy);
    return this.#closed;
  }

  async #end(tidy: () => Promise<void>): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#kills);
    await tidy();
    await this.#client.close();
  }

  #request(
    sql: string,
    signal: AbortSignal,
    { session, settings: own }: Manner,
  ): Omit<Statement, "silence"> {
    if (this.#closing.signal.aborted) throw closedError("clickhouse", sql);
    if (signal.aborted) throw cancelledError("clickhouse", signal.reason, sql);
    const kill = (id: string): void => this.#kill(id);
    const ofSession = session === undefined ? {} : sessionSettings;
    const settings = { ...ofSession, ...this.#settings, ...own };
    return { client: this.#client, settings, sql, signal, kill, session };
  }

  async #watch(done: AbortSignal): Promise<void> {
    for (;;) {
      await pause(watchful * 1000 * this.#silence, done);
      if (done.aborted) return;
      for await (const _ of this.ask("SELECT 1", done));
    }
  }

  #kill(id: string): void {
    const kill = this.#tellToStop(id)
      .catch(() => undefined)
      .then(() => void this.#kills.delete(kill));
    this.#kills.add(kill);
  }

  // A query that was given up at once may not be known to the server yet, so it is killed a second time.
  async #tellToStop(id: string): Promise<void> {
    const query = `KILL QUERY WHERE query_id = '${id}' ASYNC FORMAT TabSeparated`;
    const signal = timeLimit(stopPatience(this.#heardAt));
    for (const wait of [0, killAgain]) {
      if (wait > 0) await pause(wait);
      if ((await this.tell(query, signal)).trim() !== "") return;
    }
  }
}

export async function openServer(options: ClickhouseOptions): Promise<Server> {
  checkOptions(options);
  return new Server(openClient(await loadClient(), options), options);
}
