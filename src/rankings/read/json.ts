import { type ColumnNames, type Columns, columnsIn } from "./columns.js";
import { type Fields, lineOf } from "./fields.js";
import { type Lines, type LinesKind, linesOfTexts, type TextLine } from "./lines.js";
import { faultsOf, showQuoted } from "./refuse.js";

/** An object of the file, the same with every long whole number as its digits, and where it stands. */
interface Entry {
  readonly fields: Fields;
  readonly exact: Fields;
  readonly line: number;
}

export const readJson = (
  name: string,
  kind: LinesKind,
  input: string,
  columns: ColumnNames,
): Lines => {
  const text = input.replace(/^\uFEFF/, "");
  const entries = arrayIn(text) ?? [...objectsIn(name, text)];
  if (entries.length === 0) return linesOfTexts(name, kind, []);
  // A key may come late.
  const keys = new Set<string>();
  for (const { fields } of entries) for (const key in fields) keys.add(key);
  const places = columnsIn(name, kind, [...keys], columns);
  return linesOfTexts(name, kind, linesIn(name, entries, places), places.rank);
};

function* linesIn(name: string, entries: readonly Entry[], columns: Columns): Generator<TextLine> {
  const faults = faultsOf(name);
  for (const { fields, exact, line } of entries) {
    const read = lineOf(fields, columns, line, exact);
    if (typeof read === "string") faults.add(line, read);
    else yield read;
    if (faults.isFull()) break;
  }
  faults.finish();
}

function* objectsIn(name: string, text: string): Generator<Entry> {
  const faults = faultsOf(name);
  let line = 0;
  for (const row of text.split("\n")) {
    line += 1;
    if (row.trim() === "") continue;
    const [fields, exact] = bothIn(row);
    if (isObject(fields)) yield { fields, exact: exact as Fields, line };
    else faults.add(line, `it is not a JSON object: ${showQuoted(row)}.`);
    if (faults.isFull()) break;
  }
  faults.finish();
}

/** The objects of an array, an object to a "line"; null for a text that is no array of objects. */
function arrayIn(text: string): readonly Entry[] | null {
  if (!text.trimStart().startsWith("[")) return null;
  const [all, exact] = bothIn(text);
  if (!Array.isArray(all) || !all.every(isObject)) return null;
  return all.map((fields, at) => ({
    fields,
    exact: (exact as readonly Fields[])[at] ?? fields,
    line: at + 1,
  }));
}

const isObject = (value: unknown): value is Fields =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What a text holds, and the same with whole numbers of 16 digits and more as texts: a double rounds them. */
function bothIn(text: string): readonly [unknown, unknown] {
  const value = parsed(text);
  return [value, mayBeLong.test(text) ? parsed(withDigits(text)) : value];
}

const mayBeLong = /(?:^|[^\d.])\d{16}/;
const tokens = /"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*/g;

const withDigits = (text: string): string =>
  text.replace(tokens, (token) => (/^-?\d{16,}$/.test(token) ? `"${token}"` : token));
