import type { Columns } from "./columns.js";
import type { TextLine } from "./lines.js";
import { numberOf } from "./number.js";
import { notNumber, showQuoted } from "./refuse.js";

export type Fields = Readonly<Record<string, unknown>>;

/** A line of named values, or what is wrong with it; `exact` has the digits of whole numbers that doubles round. */
export function lineOf(
  fields: Fields,
  columns: Columns,
  line: number,
  exact: Fields = fields,
): TextLine | string {
  const keys = [columns.user, columns.item] as const;
  const wrong = keys.find((key) => !isName(exact[key]));
  if (wrong !== undefined) {
    const came = exact[wrong];
    const shown = came === undefined ? "it is not there" : `it is ${show(came)}`;
    const rounded = typeof came === "number" && Number.isFinite(came);
    return `${wrong} must be a text or a whole number; ${shown}.${rounded ? " Decimal numbers hold whole ones up to 2^53: write it as a text or a 64-bit whole number." : ""}`;
  }
  const value = fields[columns.value];
  if (value === undefined) return `there is no "${columns.value}".`;
  const number = numberIn(value);
  if (!Number.isFinite(number)) return notNumber(columns.value, String(value));
  return {
    user: String(exact[columns.user]),
    item: String(exact[columns.item]),
    value: columns.ascends ? -number : number,
    line,
    ...(columns.rank !== null && { rank: numberIn(fields[columns.rank]) }),
  };
}

/** A text as it is, another value as JSON has it. */
function show(value: unknown): string {
  if (typeof value === "string") return showQuoted(value);
  const text = JSON.stringify(value, (_, item: unknown) =>
    typeof item === "bigint" ? String(item) : item,
  );
  return showQuoted(text ?? String(value));
}

/** Texts and numbers, but for those that a double has rounded already. */
const isName = (value: unknown): boolean =>
  typeof value === "bigint" ||
  (typeof value === "string" && value.trim() !== "") ||
  (typeof value === "number" && Math.abs(value) <= Number.MAX_SAFE_INTEGER);

function numberIn(value: unknown): number {
  if (typeof value === "number" || typeof value === "bigint") return Number(value);
  return typeof value === "string" ? numberOf(value.trim()) : Number.NaN;
}
