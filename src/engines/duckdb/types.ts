import type { ColumnType } from "../../sql/engine.js";

const TYPES: Readonly<Record<string, ColumnType>> = {
  DOUBLE: "double",
  FLOAT: "double",
  DECIMAL: "decimal",
  TINYINT: "bigint",
  SMALLINT: "bigint",
  INTEGER: "bigint",
  BIGINT: "bigint",
  HUGEINT: "decimal",
  UTINYINT: "bigint",
  USMALLINT: "bigint",
  UINTEGER: "bigint",
  UBIGINT: "decimal",
  UHUGEINT: "decimal",
  VARCHAR: "text",
  ENUM: "text",
  UUID: "text",
  BOOLEAN: "boolean",
  DATE: "date",
  TIMESTAMP: "timestamp",
  TIMESTAMP_S: "timestamp",
  TIMESTAMP_MS: "timestamp",
  TIMESTAMP_NS: "timestamp",
  "TIMESTAMP WITH TIME ZONE": "timestamp",
};

/**
 * What a column is to us, from the type that DESCRIBE names: `DECIMAL(18,3)` and whole numbers that
 * 64 bits may not hold are `decimal`, a list or a struct is `other`.
 */
export function columnType(duckdbType: string): ColumnType {
  if (duckdbType.endsWith("]")) return "other";
  return TYPES[duckdbType.replace(/\(.*$/s, "").trim()] ?? "other";
}
