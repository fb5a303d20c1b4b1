import type { PGlite } from "@electric-sql/pglite";
import { postgresDialect } from "../../../src/sql/dialects/postgres.js";
import type { ColumnType, Value } from "../../../src/sql/index.js";
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
export async function loadTable(
  database: PGlite,
  { name, columns, rows }: GoldenLog,
): Promise<void> {
  const { identifier } = postgresDialect;
  const typed = columns.map((each) => `${identifier(each.name)} ${types[each.type]}`);
  await database.exec(`CREATE TABLE ${identifier(name)} (${typed.join(", ")})`);
  const lines = rows.map((row) => columns.map((each) => field(row[each.name] ?? null)).join(","));
  const blob = new Blob([lines.map((line) => `${line}\n`).join("")]);
  await database.query(`COPY ${identifier(name)} FROM '/dev/blob' (FORMAT csv)`, [], { blob });
}

/** A field of CSV: NULL is nothing, text is in quotes. */
const field = (value: Value): string =>
  typeof value === "string" ? `"${value.replaceAll('"', '""')}"` : String(value ?? "");
