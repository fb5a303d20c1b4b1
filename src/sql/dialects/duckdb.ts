import type { Dialect } from "../dialect.js";
import type { MemoryTable } from "../memory-table.js";
import { type FileFormat, type SourceRef, type TextForm, tableNamed } from "../relation.js";
import { castTo, columnTypes, quotedBy, quotedText, regexpReplace, subquery } from "./spelling.js";

const OPTIONS: Readonly<Record<FileFormat, (form: TextForm | undefined) => string>> = {
  parquet: () => "union_by_name = true",
  csv: csvOptions,
  jsonLines: jsonOptions,
};

const FUNCTIONS: Readonly<Record<FileFormat, string>> = {
  parquet: "read_parquet",
  csv: "read_csv",
  jsonLines: "read_json",
};

// What is not said here DuckDB guesses from the first lines of each file.
function csvOptions(form: TextForm | undefined): string {
  const quote = text(form?.quote ?? '"');
  const said = `header = true, skip = 0, comment = '', quote = ${quote}, escape = ${quote}, union_by_name = true`;
  if (form === undefined) return `${said}, sample_size = -1`;
  const { delimiter = ",", columns } = form;
  return `${said}, delim = ${text(delimiter)}, ${columns.length === 0 ? "all_varchar = true" : `types = ${struct(columns)}`}`;
}

function jsonOptions(form: TextForm | undefined): string {
  const read = "format = 'newline_delimited'";
  return form === undefined
    ? `${read}, union_by_name = true, sample_size = -1, maximum_sample_files = 2147483647, map_inference_threshold = -1`
    : `${read}, records = 'true', columns = ${struct(form.columns)}`;
}

const struct = (columns: TextForm["columns"]): string =>
  `{${columns.map(({ name, type }) => `${text(name)}: ${text(type)}`).join(", ")}}`;

// A NUL would end the statement inside the client.
function text(value: string): string {
  const parts = value.split("\0").map(quotedText);
  return parts.length === 1 ? (parts[0] ?? "''") : `(${parts.join(" || CHR(0) || ")})`;
}

const identifier = quotedBy('"', "DuckDB");

const cast = castTo({
  double: "DOUBLE",
  bigint: "BIGINT",
  text: "VARCHAR",
  date: "DATE",
  boolean: "BOOLEAN",
});

function source(ref: SourceRef): string {
  switch (ref.kind) {
    case "files":
      return `${FUNCTIONS[ref.format]}([${ref.paths.map(text).join(", ")}], ${OPTIONS[ref.format](ref.form)})`;
    case "table":
      return ref.name.map(identifier).join(".");
    case "iceberg":
      return `iceberg_scan(${text(ref.path)})`;
    case "sql":
      return subquery(ref.sql);
    case "rows":
      return memoryTableName(ref.table).map(identifier).join(".");
    default:
      return ref satisfies never;
  }
}

/** The database in memory that the engine attaches, next to the one it has opened. */
export const rowsInMemory = "hindcast_rows";

export const tableInMemory = (name: string): SourceRef => tableNamed(rowsInMemory, "main", name);

export const memoryTableName = ({ name }: MemoryTable): readonly string[] => [
  rowsInMemory,
  "main",
  name,
];

/** Settings without which DuckDB answers otherwise; the engine has them too. */
export const duckdbSettings: Readonly<Record<string, string>> = {
  TimeZone: "UTC",
  // From 1.5.0 to 1.5.6 it takes parts of a statement for the same that are not (duckdb#24624, #25819).
  disabled_optimizers: "common_subplan",
};

export const duckdbDialect: Dialect = {
  name: "duckdb",
  session: Object.entries(duckdbSettings).map(([name, value]) => `SET ${name} = ${text(value)}`),
  identifier,
  text,
  double: (value) => value,
  cast,
  source,
  replaces: true,
  days: {
    byFormat: (value, pattern, format) =>
      `CAST(STRPTIME(REGEXP_EXTRACT(${value}, ${text(pattern)}), ${text(format)}) AS DATE)`,
    ofInstant: (value) => `CAST(CAST(${value} AS TIMESTAMPTZ) AS DATE)`,
  },
  operators: {
    "/": (a, b) => `${a} / ${b}`,
    floor: (value) => `FLOOR(${value})`,
    abs: (value) => `ABS(${value})`,
    isFinite: (value) => `ISFINITE(${value})`,
    bitAnd: (a, b) => `(${a} & ${b})`,
    shiftRight: (a, b) => `(${a} >> ${b})`,
    // The lowest byte of MD5_NUMBER is MD5's first; 49407 keeps it and the two highest bits of the next, and
    // modulo 2^16 - 1 brings these to its low end. DuckDB computes a function of one column and constants
    // once for each entry of a dictionary: here every step is one, where `||`, `|` or `% 1024` would not be.
    hash10: (value) => `(CAST((MD5_NUMBER(${value}) & 49407) AS BIGINT) * 4 % 65535)`,
    nativeHash: (value) => `CAST((HASH(${value}) >> 1) AS BIGINT)`,
    typeName: (value) => `TYPEOF(${value})`,
    rewrite: regexpReplace("\\"),
    dayOf1970: (days) => `(DATE '1970-01-01' + CAST(${days} AS INTEGER))`,
  },
  // Of a NULL known beforehand DuckDB would make an INTEGER; the cast costs nothing otherwise.
  lookup: (table, index) => `CAST([${table.join(", ")}][${index}] AS DOUBLE)`,
  columnType: columnTypes([
    [/\]$/, "other"],
    [/^(DOUBLE|FLOAT)$/, "double"],
    [/^(DECIMAL|HUGEINT|UBIGINT|UHUGEINT)\b/, "decimal"],
    [/^(TINYINT|SMALLINT|INTEGER|BIGINT|UTINYINT|USMALLINT|UINTEGER)$/, "bigint"],
    [/^(VARCHAR|ENUM|UUID)\b/, "text"],
    [/^BOOLEAN$/, "boolean"],
    [/^DATE$/, "date"],
    [/^TIMESTAMP/, "timestamp"],
  ]),
};
