import { reason, UnsupportedError } from "../../errors.js";
import type { Dialect } from "../dialect.js";
import { castTo, columnTypes, regexpReplace } from "../dialects/spelling.js";
import type { ColumnType } from "../source-column.js";

/** How the interpreter explains a plan; nothing reads this text but people. */
export const interpreterDialect: Dialect = {
  name: "interpreter",
  identifier: (name) => `"${name.replaceAll('"', '""')}"`,
  text: (value) => `'${value.replaceAll("'", "''")}'`,
  session: [],
  double: (value) => value,
  cast: castTo({
    double: "DOUBLE",
    bigint: "BIGINT",
    text: "VARCHAR",
    date: "DATE",
    boolean: "BOOLEAN",
  }),
  source: (source) => {
    if (source.kind === "table") return source.name.join(".");
    throw new UnsupportedError(
      reason("sourceUnsupported", "The interpreter reads tables in memory only. Use an engine."),
    );
  },
  operators: {
    "/": (a, b) => `${a} / ${b}`,
    floor: (value) => `FLOOR(${value})`,
    typeName: (value) => `TYPE_NAME(${value})`,
    abs: (value) => `ABS(${value})`,
    isFinite: (value) => `IS_FINITE(${value})`,
    bitAnd: (a, b) => `BIT_AND(${a}, ${b})`,
    shiftRight: (a, b) => `SHIFT_RIGHT(${a}, ${b})`,
    hash10: (value) => `HASH10(${value})`,
    nativeHash: (value) => `HASH(${value})`,
    rewrite: regexpReplace("$"),
    dayOf1970: (days) => `DAY_OF_1970(${days})`,
  },
  lookup: (table, index) => `LOOKUP([${table.join(", ")}], ${index})`,
  columnType: columnTypes([[/^(double|bigint|text|boolean|date)$/, (name) => name as ColumnType]]),
};
