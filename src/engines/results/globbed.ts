import { duckdbDialect } from "../../sql/dialects/duckdb.js";
import type { Engine } from "../../sql/engine.js";
import { column } from "../../sql/expression.js";
import { from, select } from "../../sql/relation.js";
import { collect } from "../../sql/run/collect.js";

export async function globbed(reader: Engine, path: string): Promise<readonly string[]> {
  const sql = `SELECT file FROM glob(${duckdbDialect.text(path)})`;
  const { columns } = await collect(reader, {
    purpose: "files of a pattern",
    relation: select(from({ kind: "sql", sql }), [["file", column("file")]]),
    columns: [{ name: "file", type: "text" }],
  });
  return Array.from(columns.get("file") ?? [], String);
}
