import type { Dialect } from "../dialect.js";
import type { ValueType } from "../expression.js";
import type { FileFormat, FilesRef, SourceRef, TextForm } from "../relation.js";
import {
  alternatives,
  castTo,
  columnTypes,
  escapedText,
  quotedBy,
  regexpReplace,
  subquery,
  unreadable,
  writeRows,
} from "./spelling.js";

/** What a user's profile may say otherwise, so that a part of the rows passes for all of them. */
const wholeAnswers: Readonly<Record<string, string | number>> = {
  read_overflow_mode: "throw",
  read_overflow_mode_leaf: "throw",
  timeout_overflow_mode: "throw",
  timeout_overflow_mode_leaf: "throw",
  group_by_overflow_mode: "throw",
  result_overflow_mode: "throw",
  join_overflow_mode: "throw",
  sort_overflow_mode: "throw",
  set_overflow_mode: "throw",
  distinct_overflow_mode: "throw",
  transfer_overflow_mode: "throw",
  limit: 0,
  offset: 0,
  skip_unavailable_shards: 0,
  use_query_cache: 0,
  input_format_allow_errors_num: 0,
  input_format_allow_errors_ratio: 0,
  s3_ignore_file_doesnt_exist: 0,
  engine_file_empty_if_not_exists: 0,
};

/** Rewritings that change sums: docs/engines.md names the reports. */
const noWrongRewriting: Readonly<Record<string, string | number>> = {
  // SUM(x + c) as SUM(x) + c·COUNT(*) would round otherwise.
  optimize_arithmetic_operations_in_aggregate_functions: 0,
  // Rows whose condition is NULL would be lost.
  optimize_rewrite_aggregate_function_with_if: 0,
  optimize_rewrite_sum_if_to_count_if: 0,
  // A profile may switch it on.
  optimize_aggregation_in_order: 0,
};

/** Files of text are read alike whatever stands first in them, and numbers to the last bit. */
const wholeFiles: Readonly<Record<string, string | number>> = {
  input_format_max_rows_to_read_for_schema_inference: 1_000_000_000_000_000,
  input_format_max_bytes_to_read_for_schema_inference: 1_000_000_000_000_000,
  precise_float_parsing: 1,
  format_csv_allow_single_quotes: 0,
};

/** Settings without which ClickHouse deviates from standard SQL; a client sends them with every query. */
export const clickhouseSettings: Readonly<Record<string, string | number>> = {
  join_use_nulls: 1,
  aggregate_functions_null_for_empty: 1,
  group_by_use_nulls: 1,
  prefer_column_name_to_alias: 1,
  cast_keep_nullable: 1,
  session_timezone: "UTC",
  schema_inference_mode: "union",
  schema_inference_make_columns_nullable: 1,
  ...wholeFiles,
  max_query_size: 64 * 2 ** 20,
  max_ast_elements: 10_000_000,
  max_expanded_ast_elements: 10_000_000,
  ...noWrongRewriting,
  ...wholeAnswers,
};

/** A table of the session, which it finds before one of a database. */
export const temporaryTable = (name: string): SourceRef => ({ kind: "table", name: [name] });

// Backslashes escape inside the quotes too.
const quoted = quotedBy("`", "ClickHouse");
const identifier = (name: string): string => quoted(name.replaceAll("\\", "\\\\"));

const castToType = castTo({
  double: "Float64",
  bigint: "Int64",
  text: "String",
  date: "Date32",
  boolean: "Bool",
});

const constant = /^(?:'|-?\d+$|(?:CAST\()?NULL\b)/;
const plain = /^[a-z]\.`(?:[^`]|``)*`$|^(?:CAST|SUM|COUNT|MIN|MAX)\(/;

function cast(value: string, to: ValueType): string {
  const isSimple = constant.test(value) || (to === "bigint" && plain.test(value));
  if (isSimple || !["bigint", "date"].includes(to)) return castToType(value, to);
  return to === "date" ? day(value) : whole(value);
}

// Where a CASE is NULL, the value that it might have had is cast all the same, also an infinity.
const whole = (value: string): string =>
  `if(isNull(${value}), NULL, CAST(assumeNotNull(${value}) AS Int64))`;

// A DateTime with a zone of its own would give that zone's day. CAST makes NULL of a nullable text that
// is not a date, 2026-03-02 of "2026-02-30" and 1900-01-01 of "2026-13-01": the comparison catches them.
const day = (value: string): string =>
  `if(isNull(${value}) OR ifNull(throwIf(if(toTypeName(${value}) LIKE '%String%', NOT startsWith(toString(${value}), toString(toDate32(${value}, 'UTC'))), false), 'a text is no day such as 2026-11-30'), 0) = 1, NULL, toDate32(assumeNotNull(${value}), 'UTC'))`;

const FORMATS: Readonly<Record<FileFormat, string>> = {
  parquet: "Parquet",
  csv: "CSVWithNames",
  jsonLines: "JSONEachRow",
};

function source(ref: SourceRef): string {
  switch (ref.kind) {
    case "files":
      return files(ref);
    case "table":
      return ref.name.map(identifier).join(".");
    case "iceberg":
      return `${/^s3:|^https?:/.test(ref.path) ? "icebergS3" : "icebergLocal"}(${escapedText(ref.path)})`;
    case "sql":
      return subquery(ref.sql, { backslashes: true, hashes: true });
    case "rows":
      throw unreadable("ClickHouse", ref, writeRows);
    default:
      return ref satisfies never;
  }
}

const READERS: readonly (readonly [RegExp, string])[] = [
  [/^(s3|gs|oss):/i, "s3"],
  [/^https?:/i, "url"],
  [/^/, "file"],
];

const readerOf = (path: string): string =>
  READERS.find(([pattern]) => pattern.test(path))?.[1] ?? "file";

/** Columns are matched by name, as `UNION ALL` would not: so several files are one pattern. */
function files(ref: FilesRef): string {
  const [first = "", ...rest] = ref.paths;
  const reader = readerOf(first);
  const format = `${escapedText(FORMATS[ref.format])}${structure(ref.form)}`;
  if (rest.length === 0) {
    const read = `${reader}(${escapedText(first)}, ${format})`;
    return ref.form === undefined ? read : `(SELECT * FROM ${read}${settings(ref.form)})`;
  }
  if (ref.paths.some((path) => readerOf(path) !== reader || /[{},*?]/.test(path))) {
    throw unreadable("ClickHouse", ref, "Put the files into one place under one pattern.");
  }
  const pattern = escapedText(alternatives(ref.paths));
  const there = reader === "file" ? ` WHERE ${allThere(pattern, ref.paths)}` : "";
  return `(SELECT * FROM ${reader}(${pattern}, ${format})${there}${settings(ref.form)})`;
}

const structure = (form: TextForm | undefined): string =>
  form === undefined
    ? ""
    : `, ${escapedText(form.columns.map(({ name, type }) => `${identifier(name)} ${type}`).join(", "))}`;

// All times have the form that text-types.ts knows: the best effort has nothing to guess.
const settings = (form: TextForm | undefined): string =>
  form === undefined
    ? ""
    : ` SETTINGS date_time_input_format = 'best_effort'${form.delimiter === undefined ? "" : `, format_csv_delimiter = ${escapedText(form.delimiter)}`}`;

// Of alternatives, those that are not there would be left out in silence.
const allThere = (pattern: string, paths: readonly string[]): string =>
  `(SELECT throwIf(count() < ${new Set(paths).size}, 'no such file: one of the source') FROM file(${pattern}, 'One', 'dummy UInt8')) = 0`;

/** Of a table the parts, by what is in them; of files when they were written. */
function state(ref: SourceRef): string | undefined {
  if (ref.kind === "table") {
    const [name = "", database] = ref.name.toReversed();
    const isIts = `database = ${database === undefined ? "currentDatabase()" : escapedText(database)} AND table = ${escapedText(name)}`;
    return `SELECT concat(toString(count()), ':', toString(sum(rows)), ':', toString(sum(cityHash64(name, hash_of_all_files)))) AS state FROM system.parts WHERE active AND ${isIts} HAVING count() > 0`;
  }
  if (ref.kind !== "files") return undefined;
  const [first = ""] = ref.paths;
  if (ref.paths.some((path) => readerOf(path) !== readerOf(first))) return undefined;
  const path = escapedText(ref.paths.length === 1 ? first : alternatives(ref.paths));
  const read = `SELECT DISTINCT _path, _size, _time FROM ${readerOf(first)}(${path}, 'One', 'dummy UInt8')`;
  return `SELECT concat(toString(count()), ':', toString(sum(cityHash64(_path, _size, _time)))) AS state FROM (${read}) HAVING countIf(isNull(_size) OR isNull(_time)) = 0`;
}

export const clickhouseDialect: Dialect = {
  name: "clickhouse",
  tableOptions: " ENGINE = MergeTree ORDER BY tuple()",
  session: Object.entries(clickhouseSettings).map(
    ([name, value]) => `SET ${name} = ${typeof value === "number" ? value : escapedText(value)}`,
  ),
  identifier,
  text: escapedText,
  double: (value) => value,
  cast,
  source,
  state,
  replaces: true,
  operators: {
    "/": (a, b) => `${a} / ${b}`,
    floor: (value) => `FLOOR(${value})`,
    // ABS of an Int64 would be unsigned.
    abs: (value) => `CASE WHEN ${value} < 0 THEN -(${value}) ELSE ${value} END`,
    isFinite: (value) => `CAST(isFinite(${value}) AS Bool)`,
    bitAnd: (a, b) => `bitAnd(${a}, ${b})`,
    shiftRight: (a, b) => `bitShiftRight(${a}, ${b})`,
    hash10: (value) =>
      `bitShiftRight(CAST(intDiv(reinterpretAsUInt32(reverse(substring(MD5(${value}), 1, 4))), 16) AS Int64), 18)`,
    nativeHash: (value) => `CAST(bitShiftRight(cityHash64(${value}), 1) AS Int64)`,
    typeName: (value) => `toTypeName(${value})`,
    rewrite: regexpReplace("\\\\", "replaceRegexpOne"),
    dayOf1970: (days) => `addDays(toDate32('1970-01-01'), ${days})`,
  },
  eachOf: (values) => `arrayJoin([${values.join(", ")}])`,
  // An index beyond the array would give 0.
  lookup: (table, index) =>
    `CASE WHEN ${index} <= ${table.length} THEN arrayElement([${table.join(", ")}], ${index}) END`,
  columnType: columnTypes([
    [/^(LowCardinality|Nullable)\(/, (name) => unwrapped(name)],
    [/^(Float32|Float64|BFloat16)$/, "double"],
    [/^(Decimal|U?Int128|U?Int256|UInt64)/, "decimal"],
    [/^U?Int(8|16|32|64)$/, "bigint"],
    [/^(String|FixedString|UUID|Enum)/, "text"],
    [/^Bool$/, "boolean"],
    [/^Date(32)?$/, "date"],
    [/^DateTime/, "timestamp"],
  ]),
};

const unwrapped = (name: string): ReturnType<Dialect["columnType"]> =>
  clickhouseDialect.columnType(name.replace(/^\w+\((.*)\)$/, "$1"));
