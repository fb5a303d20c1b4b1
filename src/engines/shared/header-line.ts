import { LogError, reason } from "../../errors.js";
import type { FilesRef } from "../../sql/relation.js";
import { kindOf, typeOfTexts } from "../../sql/text-types.js";
import type { Kinds, Run } from "./text-kinds.js";

/** How an engine asks for headers, and how a user writes a query of its own. */
export interface HeaderSpelling {
  readonly identifier: (name: string) => string;
  readonly text: (value: string) => string;
  /** Whether a condition holds in any row. */
  readonly any: (condition: string) => string;
  readonly isTrue: (value: unknown) => boolean;
  /** The first word of a text, with 0 for its numbers. */
  readonly form: (text: string) => string;
  readonly readAs: string;
  readonly readHeadless: (path: string) => string;
}

const times: readonly string[] = ["date", "timestamp", "zoned"];

/** A time names no column of times, though a date may name one of numbers. */
const isTimeAmongTimes = (name: string, kinds: Kinds): boolean => {
  const types = kinds.get(name) ?? [];
  return types.length > 0 && [...types, kindOf(name)].every((kind) => times.includes(kind));
};

/** The names of columns that are texts, if those that are numbers or times stand above such: else a header has them. */
function textsInDoubt(names: readonly string[], kinds: Kinds): readonly string[] | undefined {
  if (names.some((name) => isTimeAmongTimes(cellOf(name, names), kinds))) return [];
  const texts = names.filter((name) => kindOf(cellOf(name, names)) === "text");
  const values = names.filter((name) => !texts.includes(name));
  const isLikeIts = (name: string): boolean =>
    typeOfTexts([...(kinds.get(name) ?? []), kindOf(cellOf(name, names))]) !== "text";
  const isNumbered = [0, 1].some((first) => names.every((name, i) => name === String(first + i)));
  if (isNumbered || !values.every(isLikeIts)) return undefined;
  const named = texts.filter((name) => !/^column\d+$/.test(name));
  return values.length > 0 || named.every((name) => /\d/.test(name)) ? named : undefined;
}

/** DuckDB calls the second of two equal names x_1. */
function cellOf(name: string, names: readonly string[]): string {
  const [, base = name] = /^(.*)_\d+$/.exec(name) ?? [];
  return names.includes(base) ? base : name;
}

/** A condition that holds where the values of a column are like its name: the same, or with digits in the same places. */
function isLikeName(name: string, { identifier, text, form }: HeaderSpelling): string {
  const value = identifier(name);
  const isSame = `${value} = ${text(name)}`;
  const [first = ""] = name.split(" ");
  if (!/\d/.test(first)) return isSame;
  return `${isSame} OR ${form(value)} = ${form(text(name))}`;
}

/** Throws LogError where the first line looks as the others do: it is no header, and would be missing among the rows. */
export async function requireHeader(
  run: Run,
  spelling: HeaderSpelling,
  rows: string,
  columns: {
    readonly files: FilesRef;
    readonly names: readonly string[];
    readonly kinds: Kinds;
    readonly line: string;
  },
): Promise<void> {
  const { names, kinds, line } = columns;
  const { paths } = columns.files;
  const texts = textsInDoubt(names, kinds);
  if (texts === undefined || [...kinds.values()].every((kind) => kind.length === 0)) return;
  if (texts.length > 0) {
    const like = texts.map((name, i) => `${spelling.any(isLikeName(name, spelling))} AS k${i}`);
    const names = texts.map((_, i) => `k${i}`);
    const [answers = []] = await run(`SELECT ${like.join(", ")} FROM ${rows}`, names);
    if (!answers.every(spelling.isTrue)) return;
  }
  const path = String(paths[0]).replaceAll("'", "''");
  const message = `"${paths[0]}" seems to have no header: its first line, ${JSON.stringify(line.slice(0, 100))}, looks like the lines below it. Write the names of its columns above it, or give them: log.source: { sql: "${spelling.readHeadless(path)}" }.`;
  throw new LogError(reason("headerMissing", message, { file: String(paths[0]), line }));
}

/** What may stand between fields; the first where several are as frequent. */
const delimiters = [",", "\t", ";", "|"];

/** What stands between the fields of all these first lines; throws LogError where they differ in it. */
export function delimiterOf(
  lines: readonly string[],
  paths: readonly string[],
  { readAs }: Pick<HeaderSpelling, "readAs">,
): string {
  const delimiters = lines.flatMap((line) => between(line) ?? []);
  const [first = ","] = delimiters;
  const other = delimiters.findIndex((delimiter) => delimiter !== first);
  if (other < 0) return first;
  const message = `Expected the files of one source to have the same character between fields, but those of "${paths[0]}" and the others have ${JSON.stringify(first)} and ${JSON.stringify(delimiters[other])}. Write them alike, or name them as separate queries: log.source: { sql: "${readAs} union all by name ${readAs}" }.`;
  throw new LogError(reason("noTable", message, { delimiters: [first, delimiters[other] ?? ""] }));
}

/** The most frequent delimiter outside of quotes; undefined where a line has none. */
function between(line: string): string | undefined {
  const bare = line.replace(/"[^"]*"/g, "");
  const counts = delimiters.map((delimiter) => bare.split(delimiter).length - 1);
  const most = Math.max(...counts);
  return most === 0 ? undefined : delimiters[counts.indexOf(most)];
}

export function fieldsIn(line: string, delimiter: string): readonly string[] {
  const fields: string[] = [""];
  let isQuoted = false;
  for (const char of line) {
    if (char === '"') isQuoted = !isQuoted;
    else if (char === delimiter && !isQuoted) fields.push("");
    else fields[fields.length - 1] += char;
  }
  return fields;
}

/** Throws LogError where a column that is to be read stands twice in a header: which of them is meant is not known. */
export function requireOnce(
  headers: readonly string[],
  delimiter: string,
  { paths }: FilesRef,
  columns: readonly string[],
): void {
  for (const header of headers) {
    const names = fieldsIn(header, delimiter);
    for (const name of columns) {
      const places = names.flatMap((field, at) => (field === name ? [at + 1] : []));
      if (places.length < 2) continue;
      const message = `Expected one column "${name}", but the header of "${paths[0]}" has the name ${places.length} times, as columns ${places.join(" and ")}. Rename all but the one that is meant.`;
      throw new LogError(reason("columnUnsupported", message, { column: name, places }));
    }
  }
}
