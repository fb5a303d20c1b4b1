import type { PGlite } from "@electric-sql/pglite";
import { postgresDialect } from "../../../src/sql/dialects/postgres.js";
import type { Value } from "../../../src/sql/interpreter/value.js";
import type { ColumnType } from "../../../src/sql/source-column.js";
import type { GoldenLog } from "../golden/golden-log.js";

const types: Partial<Readonly<Record<ColumnType, string>>> = {
  double: "DOUBLE PRECISION",
  decimal: "NUMERIC(18, 4)",
  bigint: "BIGINT",
  text: "TEXT",
  boolean: "BOOLEAN",
  date: "DATE",
  timestamp: "TIMESTAMP",
};

/** Puts a log's rows into a table of its name. */
export async function loadTable(database: PGlite, log: GoldenLog): Promise<void> {
  const { create, copy, rows } = copyOf(log);
  await database.exec(create);
  await database.query(copy.replace("STDIN", "'/dev/blob'"), [], { blob: new Blob([rows]) });
}

/** The statements that make a table of a log's name and copy its rows, and the rows. */
export function copyOf({ name, columns, rows }: GoldenLog): {
  readonly create: string;
  readonly copy: string;
  readonly rows: string;
} {
  const { identifier } = postgresDialect;
  const typed = columns.map((each) => `${identifier(each.name)} ${types[each.type]}`);
  const lines = rows.map((row) => columns.map((each) => field(row[each.name] ?? null)).join(","));
  return {
    create: `CREATE TABLE ${identifier(name)} (${typed.join(", ")})`,
    copy: `COPY ${identifier(name)} FROM STDIN (FORMAT csv)`,
    rows: lines.map((line) => `${line}\n`).join(""),
  };
}

/** A field of CSV: NULL is nothing, text is in quotes. */
const field = (value: Value): string =>
  typeof value === "string" ? `"${value.replaceAll('"', '""')}"` : String(value ?? "");
