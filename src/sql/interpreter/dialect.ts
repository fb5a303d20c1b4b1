import { reason, UnsupportedError } from "../../errors.js";
import type { Dialect } from "../dialect.js";

/** How the interpreter explains a plan; nothing reads this text but people. */
export const interpreterDialect: Dialect = {
  name: "interpreter",
  identifier: (name) => `"${name.replaceAll('"', '""')}"`,
  text: (value) => `'${value.replaceAll("'", "''")}'`,
  types: {
    double: "DOUBLE",
    bigint: "BIGINT",
    text: "VARCHAR",
    date: "DATE",
    boolean: "BOOLEAN",
  },
  source: (source) => {
    if (source.kind === "table") return source.name.join(".");
    throw new UnsupportedError(
      reason("sourceUnsupported", "The interpreter reads tables in memory only. Use an engine."),
    );
  },
  operators: {
    isFinite: (value) => `IS_FINITE(${value})`,
    bitAnd: (a, b) => `BIT_AND(${a}, ${b})`,
    shiftRight: (a, b) => `SHIFT_RIGHT(${a}, ${b})`,
    hash28: (value) => `HASH28(${value})`,
    nativeHash: (value) => `HASH(${value})`,
  },
  lookup: (table, index) => `LOOKUP([${table.join(", ")}], ${index})`,
};
