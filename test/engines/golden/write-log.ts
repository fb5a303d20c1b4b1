import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import type { Row } from "../../../src/sql/interpreter/value.js";
import type { ColumnType } from "../../../src/sql/source-column.js";
import type { GoldenLog } from "./golden-log.js";

/** The Parquet files of a log. */
export const pathsOf = ({ name }: GoldenLog, folder: string): readonly string[] =>
  [1, 2].map((part) => join(folder, `${name}-${part}.parquet`));

const types: Partial<Readonly<Record<ColumnType, string>>> = {
  double: "DOUBLE",
  decimal: "DECIMAL(18, 4)",
  bigint: "BIGINT",
  text: "VARCHAR",
  boolean: "BOOLEAN",
  date: "DATE",
  timestamp: "TIMESTAMP",
};

/** Writes a log as two Parquet files with typed columns. */
export async function writeLog(log: GoldenLog, folder: string): Promise<void> {
  const half = Math.ceil(log.rows.length / 2);
  const parts = [log.rows.slice(0, half), log.rows.slice(half)];
  const instance = await DuckDBInstance.create();
  const connection = await instance.connect();
  try {
    for (const [part, path] of pathsOf(log, folder).entries()) {
      await writeFile(
        `${path}.jsonl`,
        (parts[part] ?? []).map((row) => `${asText(row)}\n`).join(""),
      );
      await connection.run(copied(log, path));
    }
  } finally {
    connection.disconnectSync();
    instance.closeSync();
  }
}

/** Every value as text, so that JSON narrows none. */
const asText = (row: Row): string =>
  JSON.stringify(row, (_, value) => (typeof value === "object" ? value : String(value)));

function copied({ columns }: GoldenLog, path: string): string {
  const typed = columns.map(({ name, type }) => `CAST("${name}" AS ${types[type]}) AS "${name}"`);
  const texts = columns.map(({ name }) => `"${name}": 'VARCHAR'`);
  const read = `read_json('${path}.jsonl', format = 'newline_delimited', columns = {${texts.join(", ")}})`;
  return `COPY (SELECT ${typed.join(", ")} FROM ${read}) TO '${path}' (FORMAT parquet, ROW_GROUP_SIZE 2048)`;
}
