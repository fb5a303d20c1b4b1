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

/** The signal that a call must obey: its engine's closing, its caller's, and its time in milliseconds. */
export const callSignal = (
  closing: AbortSignal,
  callers: AbortSignal | undefined,
  timeout: number | undefined,
): AbortSignal =>
  AbortSignal.any([
    closing,
    ...(callers === undefined ? [] : [callers]),
    ...(timeout === undefined ? [] : [timeLimit(timeout)]),
  ]);
