import { statSync } from "node:fs";
import { EngineError, reason } from "../../errors.js";
import { duckdbDialect } from "../../sql/dialects/duckdb.js";
import type { FilesRef, TextForm } from "../../sql/relation.js";
import { bitOf, type TextKind, type TextType, typeOfTexts } from "../../sql/text-types.js";
import { delimiterOf, type HeaderSpelling, requireHeader } from "../shared/header-line.js";
import {
  isTime,
  type KindSpelling,
  kindOfText as kindOfTextIn,
  kindsIn,
  patternsFrom,
} from "../shared/text-kinds.js";
import { engineDialect, listOf } from "./dialect.js";
import type { Run } from "./odd-lines.js";
import { withOddLines } from "./odd-lines.js";

const { text, identifier } = duckdbDialect;

const typeNames: Readonly<Record<Exclude<TextType, "nested">, string>> = {
  whole: "BIGINT",
  integer: "HUGEINT",
  number: "DOUBLE",
  boolean: "BOOLEAN",
  date: "DATE",
  timestamp: "TIMESTAMP",
  zoned: "TIMESTAMP WITH TIME ZONE",
  text: "VARCHAR",
};

/** The form of files of text from all their rows; undefined of other files, and where no table is in them. */
export async function formOfText(run: Run, files: FilesRef): Promise<TextForm | undefined> {
  if (files.format === "parquet") return undefined;
  return files.format === "csv" ? formOfCsv(run, files) : formOfJson(run, files);
}

export async function stateOfText(run: Run, { paths }: FilesRef): Promise<string> {
  const files = await run(`SELECT filename, size FROM read_blob(${listOf(paths)})`);
  const states = files.map(([file, size]) => {
    const written = statSync(String(file), { throwIfNoEntry: false, bigint: true })?.mtimeNs;
    return `${file} ${size} ${written}`;
  });
  return states.toSorted().join("\n");
}

async function formOfCsv(run: Run, files: FilesRef): Promise<TextForm> {
  const whole = await headersIn(run, files);
  const delimiter = delimiterOf(whole, files.paths, header);
  const texts: FilesRef = { ...files, form: { delimiter, columns: [] } };
  const read = () => columnsIn(run, engineDialect.source(texts));
  const described = await withOddLines(run, files, { delimiter, read });
  // Only the names of folders (day=2026-11-30) have types yet, from all folders.
  const ofFolders = new Map(described.filter(([, type]) => type !== "VARCHAR"));
  const names = described.map(([name]) => name).filter((name) => !ofFolders.has(name));
  const rows = engineDialect.source(texts);
  const kinds = await kindsIn(run, spelling, rows, names, kindOfTextIn(spelling));
  await requireHeader(run, header, rows, { files, names, kinds, line: whole[0] ?? "" });
  const columns = described.map(([name]) => ({
    name,
    type: ofFolders.get(name) ?? typeName(kinds.get(name) ?? []),
  }));
  return { delimiter, columns, headers: whole };
}

async function columnsIn(
  run: Run,
  rows: string,
): Promise<readonly (readonly [name: string, type: string])[]> {
  const answer = await run(`DESCRIBE SELECT * FROM ${rows}`);
  return answer.map(([name, type]) => [String(name), String(type)]);
}

async function headersIn(run: Run, files: FilesRef): Promise<readonly string[]> {
  const form = { delimiter: "\u0001", quote: "", columns: [] };
  const lines = engineDialect.source({ ...files, form });
  return (await columnsIn(run, lines)).map(([name]) => name);
}

async function formOfJson(run: Run, files: FilesRef): Promise<TextForm | undefined> {
  const names = await keysIn(run, files);
  if (names.length === 0) return undefined;
  requireDifferent(names, files);
  const columns = names.map((name) => ({ name, type: "JSON" }));
  const rows = engineDialect.source({ ...files, form: { columns } });
  const kinds = await kindsIn(run, spelling, rows, names, kindOfJson);
  const isNested = (name: string): boolean => typeOfTexts(kinds.get(name) ?? []) === "nested";
  const nested = names.some(isNested) ? await ownTypes(run, files) : new Map<string, string>();
  return {
    columns: names.map((name) => ({
      name,
      type: nested.get(isNested(name) ? name : "") ?? typeName(kinds.get(name) ?? []),
    })),
  };
}

/** The keys of all lines, by the place where each stands first in a line. */
async function keysIn(run: Run, { paths }: FilesRef): Promise<readonly string[]> {
  const keys = `SELECT DISTINCT json_keys(json) AS k FROM read_ndjson_objects(${listOf(paths)})`;
  const keysOf = `SELECT k, UNNEST(RANGE(1, LEN(k) + 1)) AS i FROM (${keys})`;
  const answer = await run(
    `SELECT k[i] AS name FROM (${keysOf}) GROUP BY name ORDER BY MIN(i), name`,
  );
  return answer.map(([name]) => String(name));
}

/** DuckDB's names do not tell capitals from small letters. */
function requireDifferent(names: readonly string[], { paths }: FilesRef): void {
  const spellings = new Map<string, string>();
  for (const name of names) {
    const other = spellings.get(name.toLowerCase());
    spellings.set(name.toLowerCase(), name);
    if (other === undefined) continue;
    const message = `Expected keys that differ in more than capitals, but lines of "${paths[0]}" have both "${other}" and "${name}", which DuckDB cannot tell apart. Rename one of them.`;
    throw new EngineError("data", reason("columnUnsupported", message, { names: [other, name] }));
  }
}

async function ownTypes(run: Run, files: FilesRef): Promise<ReadonlyMap<string, string>> {
  const { form: _, ...plain } = files;
  return new Map(await columnsIn(run, engineDialect.source(plain)));
}

const typeName = (kinds: readonly TextKind[]): string => {
  const type = typeOfTexts(kinds);
  return type === "nested" ? "JSON" : typeNames[type];
};

export const kindOfText = (value: string): string => kindOfTextIn({ matches })(value, []);

function matches(kind: TextKind, value: string, pattern: string): string {
  // What is written as DuckDB writes it: no zeros in front, no sign, no space. Half as costly as the pattern.
  if (kind === "whole") return `CAST(TRY_CAST(${value} AS BIGINT) AS VARCHAR) = ${value}`;
  const matched = `REGEXP_FULL_MATCH(${value}, ${text(pattern)})`;
  // The 30th of February has the form of a day and is none.
  return isTime(kind)
    ? `${matched} AND TRY_CAST(${value} AS ${typeNames[kind]}) IS NOT NULL`
    : matched;
}

/** Numbers in quotes are texts; times are always in quotes. */
function kindOfJson(value: string, likely: readonly TextKind[]): string {
  const as = `CAST(${value} AS VARCHAR)`;
  const inside = `SUBSTRING(${as}, 2, LENGTH(${as}) - 2)`;
  const kinds = patternsFrom(likely).map(([kind, pattern]) => {
    const is = isTime(kind)
      ? `${as}[1] = '"' AND ${matches(kind, inside, pattern)}`
      : matches(kind, as, pattern);
    return `WHEN ${is} THEN ${bitOf(kind)}`;
  });
  return `CASE WHEN ${value} IS NULL THEN 0 WHEN ${as}[1] IN ('{', '[') THEN ${bitOf("nested")} ${kinds.join(" ")} ELSE ${bitOf("text")} END`;
}

const spelling: KindSpelling = { identifier, matches, joined: (bits) => `BIT_OR(${bits})` };

const header: HeaderSpelling = {
  identifier,
  text,
  any: (condition) => `COALESCE(BOOL_OR(${condition}), FALSE)`,
  form: (of) => `REGEXP_REPLACE(SPLIT_PART(${of}, ' ', 1), '[0-9]+', '0', 'g')`,
  isTrue: (value) => value === true,
  readAs: "select * from read_csv('…')",
  readHeadless: (path) =>
    `select * from read_csv('${path}', header = false, sample_size = -1, names = ['session', …])`,
};
