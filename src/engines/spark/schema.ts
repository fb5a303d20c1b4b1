import { sparkDialect } from "../../sql/dialects/spark.js";
import type { SourceColumn } from "../../sql/source-column.js";
import type { DataType } from "./protocol/spark-connect.js";

const NAMED = [
  "boolean",
  "byte",
  "short",
  "integer",
  "long",
  "float",
  "double",
  "decimal",
  "string",
  "char",
  "varchar",
  "date",
  "timestamp",
  "timestampNtz",
] as const satisfies readonly (keyof DataType)[];

/** The columns of a relation's schema, typed by Spark's names of types. */
export function columnsOf(schema: DataType | undefined): readonly SourceColumn[] {
  return (schema?.struct?.fields ?? []).map(({ name, dataType }) => {
    const typeName = NAMED.find((known) => dataType?.[known] !== undefined) ?? "";
    return { name, type: sparkDialect.columnType(typeName) };
  });
}
