import { InternalError } from "../../errors.js";
import type { ColumnType, SourceColumn } from "../source-column.js";
import type { Table } from "./run-relation.js";
import type { Value } from "./value.js";

type Present = Exclude<Value, null>;

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const MOMENT = /^\d{4}-\d{2}-\d{2}[T ]\d{2}:\d{2}/;

/** The types of a table's columns, from all values that are not NULL; `other` where all are. */
export function inferColumns({ columns, rows }: Table): readonly SourceColumn[] {
  return columns.map((name) => {
    const values = rows.map((row) => row[name] ?? null).filter((value) => value !== null);
    return { name, type: typeOf(name, values) };
  });
}

function typeOf(name: string, values: readonly Present[]): ColumnType {
  const kinds = new Set(values.map((value) => typeof value));
  if (kinds.size > 1) {
    throw new InternalError(
      `Expected one type in column "${name}" of a table in memory, but it has ${[...kinds].join(" and ")}.`,
    );
  }
  if (kinds.has("number")) return "double";
  if (kinds.has("bigint")) return "bigint";
  if (kinds.has("boolean")) return "boolean";
  return kinds.has("string") ? typeOfText(values.map(String)) : "other";
}

function typeOfText(values: readonly string[]): ColumnType {
  if (values.every((value) => DAY.test(value))) return "date";
  return values.every((value) => MOMENT.test(value)) ? "timestamp" : "text";
}
