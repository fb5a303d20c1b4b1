import { reason, StudyError } from "../../errors.js";
import { duckdbDialect } from "../../sql/dialects/duckdb.js";
import { type ListedFunction, onlyReads } from "./functions.js";

export type Ask = (sql: string) => Promise<readonly (readonly unknown[])[]>;

/**
 * Throws StudyError where a query of the user's own calls a function that does more than read and compute:
 * DuckDB has some that write files or print (`enable_profiling`, `write_log`), also in a SELECT.
 */
export async function requireReading(ask: Ask, sql: string): Promise<void> {
  // DuckDB reads its own JSON, in which a number may be Infinity.
  const [[failed, names] = []] = await ask(
    `SELECT tree->>'error_type', to_json(tree->>'$..function_name') FROM (SELECT json_serialize_sql(${duckdbDialect.text(sql)}) AS tree)`,
  );
  if (failed === "not implemented") throw noSelect();
  // Words that DuckDB's parser does not take are told by the statement itself.
  if (failed === null) await requireAll(ask, JSON.parse(String(names)), "{ sql: … } calls");
}

/** The same of the macros and views of a database file, which a query may name. */
export async function requireReadingDatabase(ask: Ask): Promise<void> {
  const texts = await ask(
    "SELECT sql FROM duckdb_views() WHERE NOT internal UNION ALL SELECT macro_definition FROM duckdb_functions() WHERE NOT internal AND macro_definition IS NOT NULL",
  );
  const names = texts.flatMap(([text]) =>
    [...String(text).matchAll(/"((?:[^"]|"")+)"\s*\(|([\p{L}_][\p{L}\d_]*)\s*\(/gu)].map(
      ([, quoted, plain]) => quoted ?? plain ?? "",
    ),
  );
  await requireAll(ask, names, "A view or macro of engine.database calls");
}

async function requireAll(ask: Ask, names: readonly string[], what: string): Promise<void> {
  const refused = (await listed(ask, names)).find((listedFunction) => !onlyReads(listedFunction));
  if (refused === undefined) return;
  const message = `${what} ${refused.name}, which is not known to read and compute only. Leave it out; files are read by read_csv, read_json, read_parquet and the like, and numbers computed by DuckDB's scalar and aggregate functions.`;
  throw new StudyError(reason("functionRefused", message, { function: refused.name }));
}

async function listed(ask: Ask, names: readonly string[]): Promise<readonly ListedFunction[]> {
  if (names.length === 0) return [];
  const literals = [...new Set(names.map((name) => name.toLowerCase()))].map(duckdbDialect.text);
  // A macro is what it calls: pg_sleep calls sleep_ms.
  const rows = await ask(
    `SELECT DISTINCT lower(function_name), function_type, coalesce(stability = 'VOLATILE', false) OR coalesce(contains(macro_definition, 'sleep_ms('), false) FROM duckdb_functions() WHERE function_type <> 'pragma' AND lower(function_name) IN (${literals.join(", ")}) ORDER BY ALL`,
  );
  return rows.map(([name, type, isVolatile]) => ({
    name: String(name),
    type: String(type),
    isVolatile: isVolatile === true,
  }));
}

const noSelect = (): StudyError =>
  new StudyError(
    reason("notOneSelect", "Expected { sql: … } to be one SELECT: a source only reads."),
  );
