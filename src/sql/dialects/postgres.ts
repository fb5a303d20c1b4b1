import type { Dialect } from "../dialect.js";
import type { SourceRef } from "../relation.js";
import {
  castTo,
  columnTypes,
  quotedBy,
  quotedText,
  regexpReplace,
  subquery,
  tablesOnly,
} from "./spelling.js";

const identifier = quotedBy('"', "PostgreSQL");

const cast = castTo({
  double: "DOUBLE PRECISION",
  bigint: "BIGINT",
  text: "TEXT",
  date: "DATE",
  boolean: "BOOLEAN",
});

const source = tablesOnly({
  engine: "PostgreSQL",
  name: "schema.name",
  identifier,
  query: subquery,
});

/**
 * Rows that are written later have higher numbers of transactions, but for transactions that overlap and numbers that
 * wrap: other rows, as many, hardly ever have the same sum. Views have no such column, foreign tables no number.
 */
function state(ref: SourceRef): string | undefined {
  if (ref.kind !== "table") return undefined;
  const written = "CAST(CAST(t.xmin AS TEXT) AS BIGINT)";
  return `SELECT CAST(COUNT(*) AS TEXT) || ':' || CAST(SUM(${written}) AS TEXT) AS state FROM ${source(ref)} AS t HAVING MAX(${written}) > 2`;
}

export const postgresDialect: Dialect = {
  name: "postgres",
  fence: "OFFSET 0",
  session: ["SET TIME ZONE 'UTC'", "SET standard_conforming_strings = on"],
  identifier,
  text: quotedText,
  // A bare 1e-1 is NUMERIC.
  double: (value) => `FLOAT8 '${value}'`,
  cast,
  source,
  state,
  operators: {
    "/": (a, b) => `${a} / NULLIF(${b}, FLOAT8 '0')`,
    floor: (value) => `FLOOR(${value})`,
    abs: (value) => `ABS(${value})`,
    isFinite: (value) => `(${value} - ${value} = FLOAT8 '0')`,
    bitAnd: (a, b) => `(${a} & ${b})`,
    shiftRight: (a, b) => `(${a} >> CAST(${b} AS INTEGER))`,
    hash10: (value) =>
      `(CAST(CAST('x' || SUBSTR(MD5(${value}), 1, 7) AS BIT(28)) AS BIGINT) >> CAST(18 AS INTEGER))`,
    nativeHash: (value) =>
      `(HASHTEXTEXTENDED(CAST(${value} AS TEXT), 0) & CAST(9223372036854775807 AS BIGINT))`,
    typeName: (value) => `CAST(PG_TYPEOF(${value}) AS TEXT)`,
    rewrite: regexpReplace("\\"),
    dayOf1970: (days) => `(DATE '1970-01-01' + CAST(${days} AS INTEGER))`,
  },
  // A subscript is an INTEGER, into which a far rank would not fit.
  lookup: (table, index) =>
    `CASE WHEN ${index} <= ${table.length} THEN (CAST('{${table.join(",")}}' AS DOUBLE PRECISION[]))[CAST(${index} AS INTEGER)] END`,
  columnType: columnTypes([
    [/\[\]$/, "other"],
    [/^(double precision|real)$/, "double"],
    [/^numeric\b/, "decimal"],
    [/^(smallint|integer|bigint)$/, "bigint"],
    [/^(text|uuid|character|character varying|citext)\b/, "text"],
    [/^boolean$/, "boolean"],
    [/^date$/, "date"],
    [/^timestamp/, "timestamp"],
  ]),
};
