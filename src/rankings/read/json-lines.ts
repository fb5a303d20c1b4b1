import { type ColumnNames, type Columns, columnsIn } from "./columns.js";
import { type Lines, type LinesKind, linesOfTexts, type TextLine } from "./lines.js";
import { faultsOf, notNumber } from "./refuse.js";
import { showQuoted } from "./show-quoted.js";

type Fields = Readonly<Record<string, unknown>>;

/** Reads one JSON object a line. */
export const readJsonLines = (
  name: string,
  kind: LinesKind,
  text: string,
  given: ColumnNames,
): Lines => linesOfTexts(name, kind, linesIn(name, kind, text.replace(/^\uFEFF/, ""), given));

function* linesIn(
  name: string,
  kind: LinesKind,
  text: string,
  given: ColumnNames,
): Generator<TextLine> {
  const faults = faultsOf(name);
  let columns: Columns | undefined;
  let line = 0;
  for (const own of text.split("\n")) {
    line += 1;
    if (own.trim() === "") continue;
    const fields = objectIn(own);
    if (fields === undefined) faults.add(line, `it is not a JSON object: ${showQuoted(own)}.`);
    else {
      columns ??= columnsIn(name, kind, Object.keys(fields), given);
      const read = lineOf(fields, columns, line);
      if (typeof read === "string") faults.add(line, read);
      else yield read;
    }
    if (faults.isFull()) break;
  }
  faults.finish();
}

function objectIn(text: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Fields)
      : undefined;
  } catch {
    return undefined;
  }
}

/** A line of named values, or what is wrong with it. */
export function lineOf(fields: Fields, columns: Columns, line: number): TextLine | string {
  const [user, item, value] = [columns.user, columns.item, columns.value].map(
    (name) => fields[name],
  );
  for (const [key, given] of [
    [columns.user, user],
    [columns.item, item],
  ] as const) {
    const isName = (typeof given === "string" && given !== "") || Number.isFinite(Number(given));
    if (given === null || given === undefined || given === "" || !isName) {
      return `${key} must be a text or a number; it is ${showQuoted(String(given))}.`;
    }
  }
  if (value === undefined) return `there is no "${columns.value}".`;
  const number =
    typeof value === "number" || typeof value === "bigint" ? Number(value) : Number.NaN;
  if (!Number.isFinite(number)) return notNumber(columns.value, String(value));
  return {
    user: String(user),
    item: String(item),
    value: columns.descends ? -number : number,
    line,
  };
}
