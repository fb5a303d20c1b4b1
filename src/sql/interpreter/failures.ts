import { EngineError, InternalError, reason } from "../../errors.js";
import type { Value } from "./value.js";

/** A value that no engine could work with: an overflow, text that is not a number. */
export function dataError(message: string): EngineError {
  return new EngineError("data", reason("valueUnreadable", message, { engine: "interpreter" }));
}

export function missingError(code: "columnMissing" | "tableMissing", message: string): EngineError {
  return new EngineError("missing", reason(code, message, { engine: "interpreter" }));
}

export function notPortable(what: string, ...values: readonly Value[]): InternalError {
  const shown = values.map((value) => `${typeof value} (${value})`).join(" and ");
  return new InternalError(`Expected ${what}, but got ${shown}.`);
}
