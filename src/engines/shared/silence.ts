import { EngineError, reason } from "../../errors.js";

export interface Silence {
  /** Aborted when nothing was heard for too long. */
  readonly signal: AbortSignal;
  readonly heard: () => void;
  readonly end: () => void;
}

/** Listens from now on; `heard` is to be called at least every so many milliseconds. */
export function listenFor(milliseconds: number): Silence {
  const over = new AbortController();
  const wait = (): NodeJS.Timeout => setTimeout(() => over.abort(), milliseconds).unref();
  let timer = wait();
  return {
    signal: over.signal,
    heard: () => {
      clearTimeout(timer);
      timer = wait();
    },
    end: () => clearTimeout(timer),
  };
}

/** Of what is silent as long as it works. */
export const noSilence: Silence = Object.freeze({
  signal: new AbortController().signal,
  heard: () => undefined,
  end: () => undefined,
});

export function silentError(engine: string, seconds: number, sql?: string): EngineError {
  const message = `The server of engine ${engine} has said nothing for ${seconds} seconds, though it tells its progress all the time: the connection is silently lost, or something between holds answers back. Try again; where a proxy buffers answers, turn that off there or raise engine.silence.`;
  const problem = reason("networkFailed", message, { engine, seconds });
  return new EngineError("network", problem, sql === undefined ? {} : { sql });
}

export const usualSilence = 60;

/** How long it is waited for a server to stop its work: a silent one is not going to answer. */
export function stopPatience(heardAt: number | undefined): number {
  const isTalking = heardAt !== undefined && performance.now() - heardAt < recently;
  return isTalking ? 5000 : 300;
}

const recently = 3000;
