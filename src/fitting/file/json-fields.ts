import { reason, StudyError } from "../../errors.js";

export type Fields = Readonly<Record<string, unknown>>;

export function fieldsOf(json: unknown, what: string): Fields {
  if (typeof json === "object" && json !== null && !Array.isArray(json)) return json as Fields;
  throw unreadable(what, "a mapping", json);
}

export function listOf(json: unknown, what: string): readonly unknown[] {
  if (Array.isArray(json)) return json;
  throw unreadable(what, "a list", json);
}

export function numberOf(json: unknown, what: string): number {
  if (typeof json === "number" && Number.isFinite(json) && json >= 0) return json;
  throw unreadable(what, "a number in [0, ∞)", json);
}

export function wholeOf(json: unknown, what: string, least = 0): number {
  if (Number.isSafeInteger(json) && Number(json) >= least) return Number(json);
  throw unreadable(what, `a whole number in [${least}, ∞)`, json);
}

export function textOf(json: unknown, what: string, expected = "a text"): string {
  if (typeof json === "string") return json;
  throw unreadable(what, expected, json);
}

export function unreadable(what: string, expected: string, came: unknown): StudyError {
  const shown = came === undefined ? "missing" : JSON.stringify(came).slice(0, 80);
  return new StudyError(
    reason(
      "unreadableFit",
      `A file of a fitted curve must hold ${expected} as ${what}; it is ${shown}. Write the file again: hindcast fit … --output.`,
      { what, expected },
    ),
  );
}
