import type { DuckDBConnection } from "@duckdb/node-api";
import { reason, StudyError } from "../../errors.js";
import { type Relation, type SourceRef, sourcesIn } from "../../sql/relation.js";

export const queriesIn = (root: Relation): readonly string[] => sourcesIn(root).flatMap(queryOf);

export const queryOf = (source: SourceRef): readonly string[] =>
  source.kind === "sql" ? [source.sql] : [];

/** Throws StudyError unless DuckDB's own parser reads one statement: of several, all would be run. */
export async function requireOneStatement(
  connection: DuckDBConnection,
  sql: string,
): Promise<void> {
  const { count } = await connection.extractStatements(sql);
  if (count === 1) return;
  const message = `Expected { sql: … } to be one SELECT, but DuckDB reads ${count} statements in it. Write one SELECT (of PIVOT, name the values: PIVOT … ON … IN (…)).`;
  throw new StudyError(reason("notOneSelect", message, { statements: count }));
}
