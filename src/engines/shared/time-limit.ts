/**
 * A signal that aborts with a TimeoutError after so many milliseconds, and does not keep the process alive.
 * `AbortSignal.timeout` does not serve: on Node 20 a signal of `AbortSignal.any` holds it weakly, so that a
 * garbage collection drops the limit. Here the timer holds the controller.
 */
export function timeLimit(milliseconds: number): AbortSignal {
  const limit = new AbortController();
  const late = (): void =>
    limit.abort(new DOMException("The operation was aborted due to timeout", "TimeoutError"));
  setTimeout(late, milliseconds).unref();
  return limit.signal;
}
