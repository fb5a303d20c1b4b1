/** An answer, or the signal's reason as soon as it is aborted; a signal that many calls share keeps no listener. */
export function until<T>(signal: AbortSignal, answer: Promise<T>): Promise<T> {
  answer.catch(() => undefined);
  return new Promise((resolve, reject) => {
    const abort = (): void => reject(signal.reason);
    if (signal.aborted) return abort();
    signal.addEventListener("abort", abort, { once: true });
    answer.finally(() => signal.removeEventListener("abort", abort)).then(resolve, reject);
  });
}
