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

const inOneLine = (text: string): string => text.replaceAll("\n", "\\n").replaceAll("\r", "\\r");

// Inside of backticks a backslash escapes, and a backtick is not doubled.
const identifier = quotedBy("`", "BigQuery", (name) =>
  inOneLine(name.replaceAll("\\", "\\\\").replaceAll("`", "\\`")),
);

/** How BigQuery writes the portable subset, after its documentation: no BigQuery has run it here. */
export const bigqueryDialect: Dialect = {
  name: "bigquery",
  session: ["SET @@time_zone = 'UTC'"],
  identifier,
  text: (value) => inOneLine(escapedText(value, "\\x00")),
  double: (value) => value,
  cast: castTo({
    double: "FLOAT64",
    bigint: "INT64",
    text: "STRING",
    date: "DATE",
    boolean: "BOOL",
  }),
  source: tablesOnly({
    engine: "BigQuery",
    name: "project.dataset.table",
    identifier,
    query: (sql) => subquery(sql, { backslashes: true, hashes: true }),
  }),
  replaces: true,
  operators: {
    "/": (a, b) => `${a} / NULLIF(${b}, 0e0)`,
    floor: (value) => `FLOOR(${value})`,
    abs: (value) => `ABS(${value})`,
    isFinite: (value) => `(${value} - ${value} = 0e0)`,
    bitAnd: (a, b) => `(${a} & ${b})`,
    shiftRight: (a, b) => `(${a} >> ${b})`,
    hash10: (value) => `(CAST(CONCAT('0x', SUBSTR(TO_HEX(MD5(${value})), 1, 7)) AS INT64) >> 18)`,
    nativeHash: (value) =>
      `(FARM_FINGERPRINT(CAST(${value} AS STRING)) & CAST(9223372036854775807 AS INT64))`,
    typeName: (value) => `TYPEOF(${value})`,
    rewrite: regexpReplace("\\\\"),
    dayOf1970: (days) => `DATE_FROM_UNIX_DATE(${days})`,
  },
  lookup: (table, index) => `[${table.join(", ")}][SAFE_ORDINAL(${index})]`,
  columnType: columnTypes([
    [/^FLOAT64$/, "double"],
    [/^(BIG)?NUMERIC\b/, "decimal"],
    [/^INT64$/, "bigint"],
    [/^STRING\b/, "text"],
    [/^BOOL$/, "boolean"],
    [/^DATE$/, "date"],
    [/^(DATETIME|TIMESTAMP)$/, "timestamp"],
  ]),
};
