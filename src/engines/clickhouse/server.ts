import { cancelledError, closedError } from "../shared/cancelled-error.js";
import { pause } from "../shared/pause.js";
import { stopPatience, usualSilence } from "../shared/silence.js";
import { callSignal, timeLimit } from "../shared/time-limit.js";
import { readAddress } from "./address.js";
import { type ClickHouseClient, loadClient, openClient } from "./client.js";
import type { Event } from "./events.js";
import { type ClickhouseOptions, checkOptions } from "./options.js";
import { settingsOf } from "./settings.js";
import { runStatement } from "./statement.js";

const killAgain = 200;

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

  async *ask(sql: string, signal: AbortSignal): AsyncGenerator<readonly Event[]> {
    if (this.#closing.signal.aborted) throw closedError("clickhouse", sql);
    if (signal.aborted) throw cancelledError("clickhouse", signal.reason, sql);
    const kill = (id: string): void => this.#kill(id);
    const request = { client: this.#client, settings: this.#settings, sql, signal, kill };
    for await (const events of runStatement({ ...request, silence: this.#silence })) {
      this.#heardAt = performance.now();
      yield events;
    }
  }

  /** Cancels what runs, and waits until the server has been told. */
  close(): Promise<void> {
    this.#closed ??= this.#end();
    return this.#closed;
  }

  async #end(): Promise<void> {
    this.#closing.abort();
    await Promise.all(this.#kills);
    await this.#client.close();
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
      const { stream } = await this.#client.exec({ query, abort_signal: signal });
      signal.addEventListener("abort", () => stream.destroy());
      let answer = "";
      for await (const chunk of stream) answer += String(chunk);
      if (answer.trim() !== "") return;
    }
  }
}

export async function openServer(options: ClickhouseOptions): Promise<Server> {
  checkOptions(options);
  return new Server(openClient(await loadClient(), options), options);
}
