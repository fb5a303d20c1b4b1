import { EngineError, reason } from "../../errors.js";

/** The error of a call whose signal was aborted; the signal's own reason is its cause. */
export function cancelledError(engine: string, cause: unknown, sql?: string): EngineError {
  const isLate = cause instanceof DOMException && cause.name === "TimeoutError";
  const problem = isLate
    ? reason(
        "queryTimeout",
        "The query took longer than it was given and was cancelled. Give it more time (engine.timeout, in seconds), or evaluate fewer days at once.",
        { engine },
      )
    : reason("cancelled", "The query was cancelled before it ended.", { engine });
  return new EngineError("cancelled", problem, { cause, ...(sql === undefined ? {} : { sql }) });
}

export function closedError(engine: string, sql?: string): EngineError {
  const message = `The ${engine} engine is closed. Create another one.`;
  return new EngineError("cancelled", reason("engineClosed", message, { engine }), {
    ...(sql === undefined ? {} : { sql }),
  });
}
