import { LogError, reason } from "../../errors.js";
import { clickhouseDialect } from "../../sql/dialects/clickhouse.js";
import type { FilesRef, TextForm } from "../../sql/relation.js";
import { type TextKind, type TextType, textPatterns, typeOfTexts } from "../../sql/text-types.js";
import { delimiterOf, type HeaderSpelling, requireHeader } from "../shared/header-line.js";
import {
  isTime,
  type KindSpelling,
  type Kinds,
  kindOfText,
  kindsIn,
  type Run,
} from "../shared/text-kinds.js";

const { text, identifier, source } = clickhouseDialect;

const zone = "DateTime64(6, 'UTC')";

const typeNames: Readonly<Record<Exclude<TextType, "nested">, string>> = {
  whole: "Int64",
  integer: "Int128",
  number: "Float64",
  boolean: "Bool",
  date: "Date32",
  timestamp: zone,
  zoned: zone,
  text: "String",
};

/** The form of files of text from all their rows; undefined where no table is in them. */
export const formOfText = (run: Run, files: FilesRef): Promise<TextForm | undefined> =>
  files.format === "csv" ? formOfCsv(run, files) : formOfJson(run, files);

/** When the files were written; the same text where the server does not know. */
export async function stateOfText(run: Run, files: FilesRef): Promise<string> {
  const sql = clickhouseDialect.state?.(files);
  const [[state = ""] = []] = sql === undefined ? [] : await run(sql, ["state"]);
  return String(state);
}

/** Without types, which differ between files: what a header says. */
const namesAlone = [
  "input_format_csv_use_best_effort_in_schema_inference = 0",
  "input_format_max_rows_to_read_for_schema_inference = 1",
];

const wholeLines = [
  ...namesAlone,
  "format_csv_delimiter = '\\x01'",
  "format_csv_allow_double_quotes = 0",
  "use_hive_partitioning = 0",
];

// What was found by other settings, or before the file was written again, is no answer.
const uncached = ["file", "s3", "url"].map((of) => `schema_inference_use_cache_for_${of} = 0`);

async function formOfCsv(run: Run, files: FilesRef): Promise<TextForm> {
  const lines = (await columnsIn(run, files, wholeLines)).map(([name]) => name);
  const delimiter = delimiterOf(lines, files.paths, header);
  const named = [...namesAlone, `format_csv_delimiter = ${text(delimiter)}`];
  const names = (await columnsIn(run, files, named)).map(([name]) => name);
  // Nothing can ask for a column without a name.
  const some = names.filter((name) => name !== "");
  const rows = source({ ...files, form: { delimiter, columns: textsOf(some) } });
  const kinds = await kindsIn(run, spelling, rows, some, kindOfText(spelling));
  await requireHeader(run, header, rows, { files, names: some, kinds, line: lines[0] ?? "" });
  return {
    delimiter,
    columns: some.map((name) => ({ name, type: typeName(kinds.get(name) ?? []) })),
  };
}

async function formOfJson(run: Run, files: FilesRef): Promise<TextForm | undefined> {
  const keys = await keysIn(run, files);
  if (keys.size === 0) return undefined;
  const rows = source({ ...files, form: { columns: textsOf([...keys.keys()]) } });
  const alone = (only: number): readonly string[] =>
    [...keys].flatMap(([name, form]) => (form === only ? name : []));
  // Numbers in quotes are texts; times are always in quotes.
  const times = textPatterns.filter(([kind]) => isTime(kind));
  const others = textPatterns.filter(([kind]) => !isTime(kind));
  const bare = await kindsIn(run, spelling, rows, alone(isBare), kindOfText(spelling, others));
  const inQuotes = await kindsIn(run, spelling, rows, alone(isQuoted), kindOfText(spelling, times));
  const kinds: Kinds = new Map([...bare, ...inQuotes]);
  const nested = alone(isNested).length === 0 ? [] : await columnsIn(run, files, []);
  const types = new Map(nested);
  const columns = [...keys].map(([name, form]) => ({
    name,
    type: (form === isNested ? types.get(name) : undefined) ?? typeName(kinds.get(name) ?? []),
  }));
  return { columns };
}

/** Bits of what stands at a key. */
const [isQuoted, isNested, isBare] = [1, 2, 4];

/** The keys of all lines, by the place where each stands first in a line, and what stands there. */
async function keysIn(run: Run, files: FilesRef): Promise<ReadonlyMap<string, number>> {
  const pairs = "JSONExtractKeysAndValuesRaw(json)";
  const lines = source({ ...files, form: { columns: [{ name: "json", type: "String" }] } }).replace(
    "'JSONEachRow'",
    "'JSONAsString'",
  );
  const bits = `multiIf(p.2 = 'null', 0, startsWith(p.2, '"'), ${isQuoted}, match(p.2, '^[{[]'), ${isNested}, ${isBare})`;
  const isOther = `empty(${pairs}) AND NOT match(json, '^\\\\s*[{]\\\\s*[}]\\\\s*$')`;
  const read = `SELECT ${pairs} AS pairs, ${isOther} AS other, json FROM ${lines} AS l`;
  // The other parser takes no integer beyond 64 bits.
  const settings = "SETTINGS allow_simdjson = 0";
  const [[bad = "null"] = []] = await run(
    `SELECT toJSONString(anyOrNull(json)) AS line FROM (${read}) AS r WHERE other ${settings}`,
    ["line"],
  );
  if (bad !== "null") throw notJson(files, String(bad));
  const rows = await run(
    `SELECT p.1 AS name, toString(groupBitOr(${bits})) AS bits FROM (${read}) AS r ARRAY JOIN pairs AS p, arrayEnumerate(pairs) AS i GROUP BY name ORDER BY min(i), name ${settings}`,
    ["name", "bits"],
  );
  return new Map(rows.map(([name, sum]) => [String(name), Number(sum)]));
}

function notJson({ paths }: FilesRef, line: string): LogError {
  const message = `Expected each line of "${paths[0]}" to be an object of JSON, but one is ${line.slice(0, 100)}. Correct that line.`;
  return new LogError(reason("noTable", message, { file: String(paths[0]), line }));
}

async function columnsIn(
  run: Run,
  files: FilesRef,
  settings: readonly string[],
): Promise<readonly (readonly [name: string, type: string])[]> {
  const all = [...uncached, ...settings].join(", ");
  const rows = await run(`DESCRIBE TABLE (SELECT * FROM ${source(files)} AS s) SETTINGS ${all}`, [
    "name",
    "type",
  ]);
  return rows.map(([name, type]) => [String(name), String(type)]);
}

const textsOf = (names: readonly string[]): TextForm["columns"] =>
  names.map((name) => ({ name, type: "Nullable(String)" }));

function typeName(kinds: readonly TextKind[]): string {
  const type = typeOfTexts(kinds);
  return `Nullable(${typeNames[type === "nested" ? "text" : type]})`;
}

function matches(kind: TextKind, value: string, pattern: string): string {
  const matched = `match(${value}, ${text(`^(?:${pattern})$`)})`;
  if (!isTime(kind)) return matched;
  const day = `toString(toDate32OrNull(substring(${value}, 1, 10))) = substring(${value}, 1, 10)`;
  const isDay = `${matched} AND ifNull(${day}, false)`;
  return kind === "date"
    ? isDay
    : `${isDay} AND parseDateTime64BestEffortOrNull(${value}, 6, 'UTC') IS NOT NULL`;
}

const spelling: KindSpelling = {
  identifier,
  matches,
  joined: (bits) => `toString(groupBitOr(${bits}))`,
};

const header: HeaderSpelling = {
  identifier,
  text,
  any: (condition) => `toString(max(ifNull(${condition}, false)))`,
  isTrue: (value) => value === "true" || value === "1",
  form: (of) => `replaceRegexpAll(splitByChar(' ', assumeNotNull(${of}))[1], '[0-9]+', '0')`,
  readAs: "select * from file('…', 'CSVWithNames')",
  readHeadless: (path) => `select * from file('${path}', 'CSV', 'session String, …')`,
};
