import type { Dialect } from "../dialect.js";
import type { SourceRef } from "../relation.js";
import { postgresDialect } from "./postgres.js";
import {
  castTo,
  columnTypes,
  quotedBy,
  quotedText,
  regexpReplace,
  subquery,
  tablesOnly,
  unreadable,
} from "./spelling.js";

const identifier = quotedBy('"', "Redshift");

const cast = castTo({
  double: "DOUBLE PRECISION",
  bigint: "BIGINT",
  text: "VARCHAR",
  date: "DATE",
  boolean: "BOOLEAN",
});

const double = (value: string): string => cast(`'${value}'`, "double");

// Whether a backslash escapes depends on the server: written as a character code, it never does.
function text(value: string): string {
  const parts = value.split("\\").map(quotedText);
  return parts.length === 1 ? (parts[0] ?? "''") : `(${parts.join(" || CHR(92) || ")})`;
}

// There is no array to index.
const lookup = (table: readonly string[], index: string): string =>
  `CASE ${index} ${table.map((entry, i) => `WHEN ${i + 1} THEN ${double(entry)}`).join(" ")} END`;

/** No function tells the type of an expression, so types are read from the catalogue. */
function types(source: SourceRef, names: readonly string[]): string {
  if (source.kind !== "table") {
    const instead = "Make a view of the query and name it: log.source: { table: schema.view }.";
    throw unreadable("Redshift", source, instead);
  }
  const [table = "", schema, database] = [...source.name].reverse();
  const conditions = [
    `table_name = ${text(table)}`,
    `schema_name = ${schema === undefined ? "CURRENT_SCHEMA()" : text(schema)}`,
    `database_name = ${database === undefined ? "CURRENT_DATABASE()" : text(database)}`,
  ];
  const columns = names.map(
    (name) =>
      `MAX(CASE WHEN column_name = ${text(name)} THEN data_type END) AS ${identifier(name)}`,
  );
  return `SELECT ${columns.join(", ")} FROM SVV_ALL_COLUMNS WHERE ${conditions.join(" AND ")}`;
}

/** How Redshift writes the portable subset, after its documentation: no Redshift has run it here. */
export const redshiftDialect: Dialect = {
  name: "redshift",
  session: ["SET timezone TO 'UTC'", "SET enable_case_sensitive_identifier TO true"],
  identifier,
  text,
  double,
  cast,
  source: tablesOnly({
    engine: "Redshift",
    name: "schema.table",
    identifier,
    query: (sql) => subquery(sql, { backslashes: true, hashes: false }),
  }),
  types,
  operators: {
    ...postgresDialect.operators,
    "/": (a, b) => `${a} / NULLIF(${b}, ${double("0e0")})`,
    isFinite: (value) => `(${value} - ${value} = ${double("0e0")})`,
    hash10: (value) => `(STRTOL(SUBSTRING(MD5(${value}), 1, 7), 16) >> CAST(18 AS INTEGER))`,
    nativeHash: (value) => `(FNV_HASH(${value}) & CAST(9223372036854775807 AS BIGINT))`,
    rewrite: regexpReplace("$"),
  },
  lookup,
  columnType: columnTypes([
    [/^(double precision|real)$/, "double"],
    [/^numeric\b/, "decimal"],
    [/^(smallint|integer|bigint)$/, "bigint"],
    [/^(text|character|character varying)\b/, "text"],
    [/^boolean$/, "boolean"],
    [/^date$/, "date"],
    [/^timestamp/, "timestamp"],
  ]),
};
