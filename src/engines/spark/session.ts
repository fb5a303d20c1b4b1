import { randomUUID } from "node:crypto";
import { pause } from "../shared/pause.js";
import { stopPatience } from "../shared/silence.js";
import { callSignal, timeLimit } from "../shared/time-limit.js";
import { until } from "../shared/until.js";
import { configure } from "./configure.js";
import { openConnection, type SparkClient } from "./connection.js";
import type { SparkSettings } from "./options.js";
import { parseFailure } from "./parse-failure.js";

/** What every request says of the session. */
export interface Caller {
  readonly sessionId: string;
  readonly userContext: { readonly userId: string };
  readonly clientType: string;
  readonly clientObservedServerSideSessionId: string | undefined;
}

const operationOfId = 3;
/** How long tidiness may take. */
const tidying = 2000;
/** How long the session's end is offered to a server that did not answer before. */
const politeness = 100;
const explaining = 5000;
const insistence = [100, 300, 900];

/** A session on a Spark Connect server: opened when it is first used, and again after `forget`. */
export class SparkSession {
  readonly client: SparkClient;
  readonly settings: SparkSettings;
  readonly #hangUp: () => void;
  readonly #closing = new AbortController();
  /** Aborted when nothing is to be said any more. */
  readonly #gone = new AbortController();
  /** Operations that the server may be running, and for whom. */
  readonly #running = new Map<string, Caller>();
  readonly #stopping = new Set<Promise<void>>();
  #opening: Promise<Caller> | undefined;
  #heardAt: number | undefined;
  #closed: Promise<void> | undefined;

  constructor(settings: SparkSettings) {
    const { client, hangUp } = openConnection(settings);
    this.client = client;
    this.settings = settings;
    this.#hangUp = hangUp;
  }

  get closed(): boolean {
    return this.#closing.signal.aborted;
  }

  signal(callers: AbortSignal | undefined): AbortSignal {
    return callSignal(this.#closing.signal, callers, this.settings.timeout);
  }

  /** The open session. Rejects with what the client throws, or as soon as the signal is aborted. */
  async caller(signal: AbortSignal): Promise<Caller> {
    this.#opening ??= this.#open();
    const opening = this.#opening;
    opening.catch(() => {
      if (this.#opening === opening) this.#opening = undefined;
    });
    return until(signal, opening);
  }

  /** The server has lost the session; the next call opens another, but for one that the user named. */
  forget(): void {
    if (this.settings.sessionId === undefined) this.#opening = undefined;
  }

  /** What lies behind an error of the server, the nearest cause first. */
  async causesOf(errorId: string): Promise<readonly string[]> {
    const caller = await this.#opening?.catch(() => undefined);
    if (caller === undefined) return [];
    const request = { ...caller, errorId };
    const answer = await quietly(this.client.fetchErrorDetails(request, { timeoutMs: explaining }));
    const [, ...causes] = answer?.errors ?? [];
    return causes.map(({ errorTypeHierarchy: [type = ""], message }) => `${type}: ${message}`);
  }

  /** Whether a server of Spark Connect has ever answered. */
  get isKnown(): boolean {
    return this.#heardAt !== undefined;
  }

  heard(): void {
    this.#heardAt = performance.now();
  }

  /** Whether the server answers at all within milliseconds, be it with a refusal. */
  async answers(timeoutMs: number, signal: AbortSignal): Promise<boolean> {
    try {
      const caller = await this.caller(signal);
      await this.client.analyzePlan({ ...caller, sparkVersion: {} }, { signal, timeoutMs });
    } catch (cause) {
      if (!parseFailure(cause).fromServer) return false;
    }
    this.heard();
    return true;
  }

  begin(operationId: string, caller: Caller): void {
    this.#running.set(operationId, caller);
  }

  /** Frees what the server keeps of an operation that has ended. */
  async release(operationId: string): Promise<void> {
    const caller = this.#running.get(operationId);
    this.#running.delete(operationId);
    if (caller !== undefined) await this.#releaseExecute(operationId, caller);
  }

  /**
   * Stops an operation on the server. Resolves when the server has answered or does not in time;
   * where it does not know the operation (yet), it is asked again behind the caller's back.
   */
  async stop(operationId: string): Promise<void> {
    const caller = this.#running.get(operationId);
    if (caller === undefined) return;
    this.#running.delete(operationId);
    const first = this.#interrupt(operationId, caller);
    const whole = first.then((isKnown) =>
      isKnown ? undefined : this.#insist(operationId, caller),
    );
    this.#stopping.add(whole);
    void whole.finally(() => this.#stopping.delete(whole));
    await first;
  }

  /**
   * Stops what runs, gives the session back (but one that the user named) and hangs up, after seven seconds
   * at the latest; after one where the server has said nothing lately. `tidy` may ask the server for its own things.
   */
  close(tidy?: (signal: AbortSignal) => Promise<void>): Promise<void> {
    this.#closed ??= this.#end(tidy);
    return this.#closed;
  }

  async #end(tidy: (signal: AbortSignal) => Promise<void> = async () => undefined): Promise<void> {
    this.#closing.abort();
    for (const id of this.#running.keys()) void this.stop(id);
    const stopped = new AbortController();
    void Promise.all(this.#stopping).then(() => stopped.abort());
    await pause(stopPatience(this.#heardAt), stopped.signal);
    const caller = await Promise.race([this.#opening?.catch(() => undefined), pause(0)]);
    if (caller) await tidy(this.#soon(stopPatience(this.#heardAt)));
    if (caller && this.settings.sessionId === undefined) {
      const signal = this.#soon(stopped.signal.aborted ? tidying : politeness);
      await quietly(this.client.releaseSession(caller, { signal }));
    }
    this.#gone.abort();
    this.#hangUp();
  }

  async #open(): Promise<Caller> {
    const { sessionId = randomUUID(), userId, clientType, patience } = this.settings;
    const caller = { sessionId, userContext: { userId }, clientType };
    const signal = this.#closing.signal;
    const { serverSideSessionId } = await configure((operation) =>
      this.client.config({ ...caller, operation }, { timeoutMs: patience, signal }),
    );
    this.heard();
    return { ...caller, clientObservedServerSideSessionId: serverSideSessionId || undefined };
  }

  async #interrupt(operationId: string, caller: Caller): Promise<boolean> {
    const request = { ...caller, interruptType: operationOfId, operationId };
    const signal = this.#soon(Math.min(tidying, stopPatience(this.#heardAt)));
    const answer = await quietly(this.client.interrupt(request, { signal }));
    await this.#releaseExecute(operationId, caller, signal);
    return answer?.interruptedIds.includes(operationId) ?? false;
  }

  // An interrupt that overtakes its operation is lost.
  async #insist(operationId: string, caller: Caller): Promise<void> {
    for (const wait of insistence) {
      await pause(wait, this.#gone.signal);
      if (this.#gone.signal.aborted || (await this.#interrupt(operationId, caller))) return;
    }
  }

  async #releaseExecute(
    operationId: string,
    caller: Caller,
    signal: AbortSignal = this.#soon(),
  ): Promise<void> {
    const request = { ...caller, operationId, releaseAll: {} };
    await quietly(this.client.releaseExecute(request, { signal }));
  }

  #soon(milliseconds: number = tidying): AbortSignal {
    return AbortSignal.any([this.#gone.signal, timeLimit(milliseconds)]);
  }
}

/** What is done for tidiness may fail: the server tidies up by itself later. */
async function quietly<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch {
    return undefined;
  }
}
