import type { Dialect } from "../dialect.js";
import type { FileFormat, SourceRef } from "../relation.js";
import { castTo, columnTypes, escapedText, quotedBy, subquery } from "./spelling.js";

/** Settings without which ClickHouse answers otherwise than SQL says; a client sends them with every query. */
export const clickhouseSettings: Readonly<Record<string, string | number>> = {
  join_use_nulls: 1,
  aggregate_functions_null_for_empty: 1,
  group_by_use_nulls: 1,
  prefer_column_name_to_alias: 1,
  cast_keep_nullable: 1,
  session_timezone: "UTC",
  max_query_size: 64 * 2 ** 20,
  max_ast_elements: 10_000_000,
  max_expanded_ast_elements: 10_000_000,
};

const identifier = quotedBy("`", "ClickHouse");

const cast = castTo({
  double: "Float64",
  bigint: "Int64",
  text: "String",
  date: "Date32",
  boolean: "Bool",
});

const FORMATS: Readonly<Record<FileFormat, string>> = {
  parquet: "Parquet",
  csv: "CSVWithNames",
  jsonLines: "JSONEachRow",
};

function source(ref: SourceRef): string {
  switch (ref.kind) {
    case "files":
      return files(ref.paths, FORMATS[ref.format]);
    case "table":
      return ref.name.map(identifier).join(".");
    case "iceberg":
      return `${/^s3:|^https?:/.test(ref.path) ? "icebergS3" : "icebergLocal"}(${escapedText(ref.path)})`;
    case "sql":
      return subquery(ref.sql);
    default:
      return ref satisfies never;
  }
}

const READERS: readonly (readonly [RegExp, string])[] = [
  [/^(s3|gs|oss):/i, "s3"],
  [/^https?:/i, "url"],
  [/^/, "file"],
];

function files(paths: readonly string[], format: string): string {
  const read = paths.map((path) => {
    const reader = READERS.find(([pattern]) => pattern.test(path))?.[1] ?? "file";
    return `${reader}(${escapedText(path)}, ${escapedText(format)})`;
  });
  const [first = "", ...rest] = read;
  if (rest.length === 0) return first;
  return `(${read.map((each) => `SELECT * FROM ${each}`).join(" UNION ALL ")})`;
}

/** How ClickHouse writes the portable subset, under `clickhouseSettings`. */
export const clickhouseDialect: Dialect = {
  name: "clickhouse",
  session: Object.entries(clickhouseSettings).map(
    ([name, value]) => `SET ${name} = ${typeof value === "number" ? value : escapedText(value)}`,
  ),
  identifier,
  text: escapedText,
  double: (value) => value,
  cast,
  source,
  operators: {
    "/": (a, b) => `${a} / ${b}`,
    floor: (value) => `FLOOR(${value})`,
    isFinite: (value) => `isFinite(${value})`,
    bitAnd: (a, b) => `bitAnd(${a}, ${b})`,
    shiftRight: (a, b) => `bitShiftRight(${a}, ${b})`,
    hash28: (value) =>
      `CAST(intDiv(reinterpretAsUInt32(reverse(substring(MD5(${value}), 1, 4))), 16) AS Int64)`,
    nativeHash: (value) => `CAST(bitShiftRight(cityHash64(${value}), 1) AS Int64)`,
    typeName: (value) => `toTypeName(${value})`,
  },
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
