import { reason, StudyError } from "../../errors.js";
import type { Dialect } from "../dialect.js";
import type { FilesRef, SourceRef } from "../relation.js";
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

/** Settings without which Spark answers or reads otherwise; a client's session has them too. */
export const sparkSettings: Readonly<Record<string, string>> = {
  "spark.sql.ansi.enabled": "true",
  "spark.sql.session.timeZone": "UTC",
  "spark.sql.variable.substitute": "false",
  "spark.sql.parser.escapedStringLiterals": "false",
};

const identifier = quotedBy("`", "Spark");

const cast = castTo({
  double: "DOUBLE",
  bigint: "BIGINT",
  text: "STRING",
  date: "DATE",
  boolean: "BOOLEAN",
});

/** A table of a schema, which dots part from its catalog; the schema itself without a name. */
export const schemaTable = (schema: string, ...name: readonly string[]): SourceRef => ({
  kind: "table",
  name: [...schema.split("."), ...name],
});

function source(ref: SourceRef): string {
  switch (ref.kind) {
    case "files":
      return files(ref);
    case "table":
      return ref.name.map(identifier).join(".");
    case "iceberg":
      throw unreadable(
        "Spark",
        ref,
        "Name the table as its catalog does: { table: catalog.schema.name }.",
      );
    case "sql":
      requireReading(ref.sql);
      return subquery(ref.sql, { backslashes: true, hashes: false });
    case "rows":
      throw unreadable("Spark", ref, writeRows);
    default:
      return ref satisfies never;
  }
}

/** The lines of files as texts, each a `value`. */
export const sparkLines = (ref: FilesRef): string => files(ref, "text");

/** Paths and Hadoop's globs; columns are matched by name, as `UNION ALL` would not, so several paths are one pattern. */
function files(ref: FilesRef, as?: "text"): string {
  if (ref.format === "csv") {
    throw unreadable(
      "Spark",
      ref,
      "Make a view of it (CREATE TEMPORARY VIEW … USING csv) in the session, or write the log as Parquet.",
    );
  }
  const read = (path: string): string => readPath(ref, path, as);
  const [first = "", ...rest] = ref.paths;
  if (rest.length === 0) return read(first);
  const isElsewhere = (path: string): boolean => storeOf(path) !== storeOf(first);
  if (ref.paths.some((path) => isElsewhere(path) || /[{}[\]()^,*?\\]/.test(path))) {
    throw unreadable("Spark", ref, "Put the files into one place under one pattern.");
  }
  const there = ref.paths.map((path) => `NOT EXISTS (SELECT * FROM ${read(path)} WHERE FALSE)`);
  return `(SELECT * FROM ${read(alternatives(ref.paths))} WHERE ${there.join(" AND ")})`;
}

const readPath = (
  { format }: Pick<FilesRef, "format">,
  path: string,
  as: "parquet" | "json" | "text" = format === "parquet" ? "parquet" : "json",
): string => `${as}.${identifier(path)}`;

/** What stands before the path proper, `s3a://bucket`: no pattern goes over several. */
const storeOf = (path: string): string => /^[a-z][a-z0-9+.-]*:\/\/[^/]*/i.exec(path)?.[0] ?? "";

// Spark puts variables in the place of ${name} before it reads a statement, inside literals too, and reads
// \0 before two digits as an octal number.
const text = (value: string): string => escapedText(value, "\\u0000").replaceAll("${", "\\u0024{");

/** Of the files that are read, also those of a table: views and other formats have no `_metadata`. */
function state(ref: SourceRef): string | undefined {
  if (ref.kind !== "files" && ref.kind !== "table") return undefined;
  // Over several paths a source is a query, of which no `_metadata` can be asked.
  const read =
    ref.kind === "files" && ref.paths.length > 1
      ? readPath(ref, alternatives(ref.paths))
      : source(ref);
  const files = ["file_path", "file_size", "file_modification_time"].map(
    (name) => `_metadata.${name} AS ${name}`,
  );
  const hash = "XXHASH64(file_path, file_size, file_modification_time)";
  return `SELECT CAST(COUNT(*) AS STRING) || ':' || CAST(SUM(CAST(${hash} AS DECIMAL(38, 0))) AS STRING) AS state FROM (SELECT DISTINCT ${files.join(", ")} FROM ${read}) AS s`;
}

export const sparkDialect: Dialect = {
  name: "spark",
  tableOptions: " USING parquet",
  session: Object.entries(sparkSettings).map(([name, value]) => `SET ${name} = ${value}`),
  identifier,
  text,
  double: (value) => value,
  cast,
  source,
  state,
  operators: {
    "/": (a, b) => `${a} / NULLIF(${b}, 0e0)`,
    // FLOOR of a DOUBLE is a BIGINT.
    floor: (value) => `CAST(FLOOR(${value}) AS DOUBLE)`,
    abs: (value) => `ABS(${value})`,
    isFinite: (value) => `(${value} - ${value} = 0e0)`,
    bitAnd: (a, b) => `(${a} & ${b})`,
    shiftRight: (a, b) => `SHIFTRIGHT(${a}, CAST(${b} AS INT))`,
    hash10: (value) =>
      `SHIFTRIGHT(CAST(CONV(SUBSTRING(MD5(${value}), 1, 7), 16, 10) AS BIGINT), CAST(18 AS INT))`,
    nativeHash: (value) => `SHIFTRIGHTUNSIGNED(XXHASH64(${value}), 1)`,
    typeName: (value) => `TYPEOF(${value})`,
    rewrite: regexpReplace("$"),
    dayOf1970: (days) => `DATE_ADD(DATE '1970-01-01', CAST(${days} AS INT))`,
  },
  eachOf: (values) => `EXPLODE(ARRAY(${values.join(", ")}))`,
  // GET counts from 0 and wants an INT, into which a far rank would not fit; LEAST passes NULL over.
  lookup: (table, index) =>
    `GET(ARRAY(${table.join(", ")}), CAST(LEAST(${index}, ${table.length + 1}) AS INT) - 1)`,
  columnType: columnTypes([
    [/^(double|float)$/i, "double"],
    [/^decimal\b/i, "decimal"],
    [/^(tinyint|smallint|int|bigint|byte|short|integer|long)$/i, "bigint"],
    [/^(string|char|varchar)\b/i, "text"],
    [/^boolean$/i, "boolean"],
    [/^date$/i, "date"],
    [/^timestamp/i, "timestamp"],
  ]),
};

/** Functions that run code, reach other servers or read secrets: of Spark, and of Databricks by its documentation. */
const names =
  "reflect|try_reflect|java_method|http_request|remote_query|ai_\\w+|secret|try_secret|list_secrets";

// The words are looked for in the whole text: what Spark takes for a comment or a quote is not always what
// another reader of its SQL does. A comment may stand between a name and its bracket.
const gap = "\\s*(?:--|/\\*";
const begin = "(?<![\\p{L}\\p{N}_])";
const call = new RegExp(`${begin}(${names}|identifier)\`?${gap}|\\()`, "iu");
/** `TRANSFORM (…) USING 'a command of the shell'`; Spark takes ſ for S. */
const script = new RegExp(`${begin}USING${gap}|R?['"])`, "u");

/** Throws StudyError where a query of the user's own does more than read and compute. */
function requireReading(sql: string): void {
  const name = script.test(sql.toUpperCase()) ? "TRANSFORM … USING" : callIn(sql);
  if (name === undefined) return;
  const message = `{ sql: … } calls ${name}, which can do more than read and compute. Leave it out; if the query has only a column or a comment of that name, write it otherwise.`;
  throw new StudyError(reason("functionRefused", message, { function: name }));
}

const callIn = (sql: string): string | undefined =>
  (call.exec(sql) ?? call.exec(sql.toUpperCase()))?.[1]?.toLowerCase();
