import type { Dialect } from "../dialect.js";
import {
  castTo,
  columnTypes,
  escapedText,
  quotedBy,
  regexpReplace,
  subquery,
  tablesOnly,
} from "./spelling.js";

const identifier = quotedBy('"', "Snowflake");

const cast = castTo({
  double: "DOUBLE",
  bigint: "BIGINT",
  text: "VARCHAR",
  date: "DATE",
  boolean: "BOOLEAN",
});

// A bare 1e-1 is a NUMBER, whose sums and quotients are rounded to a scale.
const double = (value: string): string => cast(`'${value}'`, "double");

/** How Snowflake writes the portable subset, after its documentation: no Snowflake has run it here. */
export const snowflakeDialect: Dialect = {
  name: "snowflake",
  session: [
    "ALTER SESSION SET TIMEZONE = 'UTC'",
    "ALTER SESSION SET QUOTED_IDENTIFIERS_IGNORE_CASE = FALSE",
  ],
  identifier,
  text: (value) => escapedText(value),
  double,
  cast,
  source: tablesOnly({
    engine: "Snowflake",
    name: "DATABASE.SCHEMA.TABLE",
    identifier,
    query: (sql) => subquery(sql, { backslashes: true, hashes: false }),
  }),
  replaces: true,
  operators: {
    "/": (a, b) => `${a} / NULLIF(${b}, ${double("0e0")})`,
    floor: (value) => `FLOOR(${value})`,
    abs: (value) => `ABS(${value})`,
    isFinite: (value) => `(${value} - ${value} = ${double("0e0")})`,
    bitAnd: (a, b) => `BITAND(${a}, ${b})`,
    shiftRight: (a, b) => `BITSHIFTRIGHT(${a}, ${b})`,
    hash10: (value) => `BITSHIFTRIGHT(TO_NUMBER(SUBSTR(MD5(${value}), 1, 7), 'XXXXXXX'), 18)`,
    nativeHash: (value) => `BITAND(HASH(${value}), 9223372036854775807)`,
    // VARCHAR(9)[LOB]: what stands in brackets is how it is stored.
    typeName: (value) => `SPLIT_PART(SYSTEM$TYPEOF(${value}), '[', 1)`,
    rewrite: regexpReplace("\\\\"),
    dayOf1970: (days) => `DATEADD(day, ${days}, CAST('1970-01-01' AS DATE))`,
  },
  lookup: (table, index) =>
    cast(`GET(ARRAY_CONSTRUCT(${table.map(double).join(", ")}), ${index} - 1)`, "double"),
  columnType: columnTypes([
    [/^(FLOAT|DOUBLE|REAL)\b/, "double"],
    [/^NUMBER\(\d+,0\)$/, "bigint"],
    [/^NUMBER\b/, "decimal"],
    [/^(VARCHAR|CHAR|STRING|TEXT)\b/, "text"],
    [/^BOOLEAN$/, "boolean"],
    [/^DATE$/, "date"],
    [/^TIMESTAMP/, "timestamp"],
  ]),
};
