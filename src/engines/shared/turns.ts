/** Lets one job at a time do what must not be done by two. */
export class Turns {
  #last: Promise<void> = Promise.resolve();

  /**
   * Waits its turn and gives the function that ends it. Rejects with the reason of a signal that is aborted
   * meanwhile; the next one then waits for the same as it did.
   */
  async take(signal: AbortSignal): Promise<() => void> {
    const before = this.#last;
    let end = (): void => undefined;
    const mine = new Promise<void>((resolve) => {
      end = resolve;
    });
    this.#last = before.then(() => mine);
    try {
      await unlessAborted(before, signal);
    } catch (error) {
      end();
      throw error;
    }
    return end;
  }
}

function unlessAborted(awaited: Promise<void>, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) return abort();
    signal.addEventListener("abort", abort, { once: true });
    void awaited.then(() => {
      signal.removeEventListener("abort", abort);
      resolve();
    });
  });
}
