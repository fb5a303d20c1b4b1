import { reason, StudyError } from "../../errors.js";

/** The fields of a mapping in a file of fitted curves. */
export type Fields = Readonly<Record<string, unknown>>;

/** A mapping; throws a StudyError for anything else. */
export function fieldsOf(json: unknown, what: string): Fields {
  if (typeof json === "object" && json !== null && !Array.isArray(json)) return json as Fields;
  throw unreadable(what, "a mapping", json);
}

/** A list; throws likewise. */
export function listOf(json: unknown, what: string): readonly unknown[] {
  if (Array.isArray(json)) return json;
  throw unreadable(what, "a list", json);
}

/** A finite number from 0 upwards; throws likewise. */
export function numberOf(json: unknown, what: string): number {
  if (typeof json === "number" && Number.isFinite(json) && json >= 0) return json;
  throw unreadable(what, "a number in [0, ∞)", json);
}

/** A whole number from `least` upwards; throws likewise. */
export function wholeOf(json: unknown, what: string, least = 0): number {
  if (Number.isSafeInteger(json) && Number(json) >= least) return Number(json);
  throw unreadable(what, `a whole number in [${least}, ∞)`, json);
}

/** A text; throws likewise. */
export function textOf(json: unknown, what: string, expected = "a text"): string {
  if (typeof json === "string") return json;
  throw unreadable(what, expected, json);
}

/** What a file holds in place of what it must. */
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
