import { until } from "./until.js";

/** A session that runs one statement at a time: each waits until those before it have ended. */
export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  /** Gives what ends the turn, when it has come. Rejects where the signal is aborted before, and lets the next through. */
  async take(signal: AbortSignal): Promise<() => void> {
    const before = this.#last;
    let end = (): void => undefined;
    const mine = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.#last = before.then(() => mine);
    try {
      await until(signal, before);
      return end;
    } catch (cause) {
      end();
      throw cause;
    }
  }
}
