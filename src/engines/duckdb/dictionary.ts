import { duckdbDialect } from "../../sql/dialects/duckdb.js";
import type { SourceRef } from "../../sql/relation.js";

type Run = (sql: string) => Promise<readonly (readonly unknown[])[]>;

/** DuckDB computes by entry only where a row group's dictionary has no more entries. */
const mostEntries = 20_000;
const rowGroups = 256;

/**
 * Whether a column of Parquet files has dictionaries so small that DuckDB computes a function of it once
 * for each entry: all row groups that are looked at have one, and as many rows as the largest of them holds
 * have few values.
 */
export async function hasSmallDictionary(
  run: Run,
  source: SourceRef,
  column: string,
): Promise<boolean> {
  if (source.kind !== "files" || source.format !== "parquet") return false;
  const { text, identifier } = duckdbDialect;
  const paths = `[${source.paths.map(text).join(", ")}]`;
  const chunks = `SELECT dictionary_page_offset AS place, num_values AS n FROM parquet_metadata(${paths}) WHERE path_in_schema = ${text(column)} LIMIT ${rowGroups}`;
  const [[groups = 0, placed = 0, rows = 0] = []] = await run(
    `SELECT COUNT(*), COUNT(place), MAX(n) FROM (${chunks})`,
  );
  if (Number(groups) === 0 || Number(placed) < Number(groups)) return false;
  const values = `SELECT ${identifier(column)} AS v FROM ${duckdbDialect.source(source)} LIMIT ${Number(rows)}`;
  const [[entries = 0] = []] = await run(`SELECT COUNT(DISTINCT v) FROM (${values})`);
  return Number(entries) <= mostEntries;
}
