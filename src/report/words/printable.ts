import { withoutControls } from "../../plain-line.js";

/** Text from a log or a study as one line that a terminal cannot be steered by. */
export const printable = (text: string): string => withoutControls(text.replace(/\s+/gu, " "));

/** A copy of a JSON-like value in which every string (not the keys) went through `change`. */
export function mapStrings<Value>(value: Value, change: (text: string) => string): Value {
  return mapped(value, change) as Value;
}

function mapped(value: unknown, change: (text: string) => string): unknown {
  if (typeof value === "string") return change(value);
  if (Array.isArray(value)) return value.map((entry) => mapped(entry, change));
  if (typeof value !== "object" || value === null || ArrayBuffer.isView(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, entry]) => [key, mapped(entry, change)]),
  );
}
