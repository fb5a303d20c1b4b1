import type { DuckDBConnection, DuckDBType } from "@duckdb/node-api";
import { reason, UnsupportedError } from "../../errors.js";
import { duckdbDialect, memoryTableName } from "../../sql/dialects/duckdb.js";
import type { MemoryColumn, MemoryTable } from "../../sql/memory-table.js";
import { client } from "./client.js";

const { BIGINT, BOOLEAN, DOUBLE, DuckDBDataChunk, VARCHAR } = client;

const types: Readonly<Record<MemoryColumn["type"], DuckDBType>> = {
  double: DOUBLE,
  bigint: BIGINT,
  text: VARCHAR,
  boolean: BOOLEAN,
  other: VARCHAR,
};

const chunk = 2048;

export async function loadRows(connection: DuckDBConnection, table: MemoryTable): Promise<void> {
  const [catalog = "", schema = "", name = ""] = memoryTableName(table);
  const { identifier } = duckdbDialect;
  await attach(connection, identifier(catalog));
  const columns = table.columns();
  const declared = columns.map((column) => `${identifier(column.name)} ${types[column.type]}`);
  const path = memoryTableName(table).map(identifier).join(".");
  await connection.run(`CREATE OR REPLACE TABLE ${path} (${declared.join(", ")})`);
  const appender = await connection.createAppender(name, schema, catalog);
  for (let start = 0; start < table.rows; start += chunk) {
    const part = DuckDBDataChunk.create(columns.map(({ type }) => types[type]));
    const values = columns.map((column) => column.values.slice(start, start + chunk));
    part.setColumns(values);
    appender.appendDataChunk(part);
  }
  appender.closeSync();
}

async function attach(connection: DuckDBConnection, catalog: string): Promise<void> {
  try {
    await connection.run(`ATTACH IF NOT EXISTS ':memory:' AS ${catalog}`);
  } catch (cause) {
    if (!/read-only/.test(String(cause))) throw cause;
    const message =
      "DuckDB cannot hold rows in memory next to engine.database, which it opens read-only. Leave engine.database out, or write the rows into a table of that database.";
    throw new UnsupportedError(reason("sourceUnsupported", message, { engine: "duckdb" }), {
      cause,
    });
  }
}
