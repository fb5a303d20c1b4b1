import type { Dialect } from "../dialect.js";
import {
  castTo,
  columnTypes,
  quotedBy,
  quotedText,
  regexpReplace,
  subquery,
  tablesOnly,
} from "./spelling.js";

const identifier = quotedBy('"', "Trino");

const cast = castTo({
  double: "DOUBLE",
  bigint: "BIGINT",
  text: "VARCHAR",
  date: "DATE",
  boolean: "BOOLEAN",
});

// Before version 446 an array in brackets holds 254 elements at most.
const longest = 254;

function array(table: readonly string[]): string {
  if (table.length <= longest) return `ARRAY[${table.join(", ")}]`;
  const parts = Array.from({ length: Math.ceil(table.length / longest) }, (_, i) =>
    array(table.slice(i * longest, (i + 1) * longest)),
  );
  return `CONCAT(${parts.join(", ")})`;
}

/** How Trino writes the portable subset, after its documentation: no Trino has run it here. */
export const trinoDialect: Dialect = {
  name: "trino",
  session: ["SET TIME ZONE 'UTC'"],
  identifier,
  text: quotedText,
  double: (value) => value,
  cast,
  source: tablesOnly({ engine: "Trino", name: "catalog.schema.name", identifier, query: subquery }),
  operators: {
    "/": (a, b) => `${a} / ${b}`,
    floor: (value) => `FLOOR(${value})`,
    abs: (value) => `ABS(${value})`,
    isFinite: (value) => `IS_FINITE(${value})`,
    bitAnd: (a, b) => `BITWISE_AND(${a}, ${b})`,
    shiftRight: (a, b) => `BITWISE_RIGHT_SHIFT(${a}, ${b})`,
    hash10: (value) =>
      `BITWISE_RIGHT_SHIFT(FROM_BASE(SUBSTR(TO_HEX(MD5(TO_UTF8(${value}))), 1, 7), 16), 18)`,
    nativeHash: (value) =>
      `BITWISE_RIGHT_SHIFT(FROM_BIG_ENDIAN_64(XXHASH64(TO_UTF8(CAST(${value} AS VARCHAR)))), 1)`,
    typeName: (value) => `TYPEOF(${value})`,
    rewrite: regexpReplace("$"),
    dayOf1970: (days) => `DATE_ADD('day', ${days}, DATE '1970-01-01')`,
  },
  lookup: (table, index) => `ELEMENT_AT(${array(table)}, ${index})`,
  columnType: columnTypes([
    [/^(double|real)$/, "double"],
    [/^decimal\b/, "decimal"],
    [/^(tinyint|smallint|integer|bigint)$/, "bigint"],
    [/^(varchar|char|uuid)\b/, "text"],
    [/^boolean$/, "boolean"],
    [/^date$/, "date"],
    [/^timestamp/, "timestamp"],
  ]),
};
