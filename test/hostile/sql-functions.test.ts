import { existsSync } from "node:fs";
import { mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { harmlessVolatile, onlyReads, tableReaders } from "../../src/engines/duckdb/functions.js";
import { createDuckdbEngine } from "../../src/engines/duckdb/index.js";
import type { Engine, Plan } from "../../src/sql/engine.js";
import { from } from "../../src/sql/relation.js";
import { collect } from "../../src/sql/run/collect.js";

let folder = "";
let engines: readonly Engine[] = [];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hindcast-functions-"));
  await writeFile(join(folder, "log.csv"), "a\n1\n");
  engines = [await createDuckdbEngine(), await createDuckdbEngine({ sandbox: [folder] })];
});
afterAll(async () => {
  for (const engine of engines) await engine.close();
  await rm(folder, { recursive: true });
});

const planOf = (sql: string): Plan => ({
  relation: from({ kind: "sql", sql }),
  columns: [{ name: "a", type: "bigint" }],
  purpose: "test",
});

const log = (): string => `read_csv('${join(folder, "log.csv")}')`;
const stolen = (): string => join(folder, "baseline.json");

const effects: readonly (readonly [called: string, sql: () => string])[] = [
  [
    "enable_profiling",
    () =>
      `select l.* from ${log()} l left join (select * from enable_profiling(save_location := '${stolen()}', format := 'json')) e on true`,
  ],
  [
    "enable_logging",
    () =>
      `select 1 as a from system.main."Enable_Logging"(storage := 'file', storage_path := '${join(folder, "dlog")}')`,
  ],
  ["write_log", () => `select a from ${log()} order by write_log(chr(10) || 'BETTER +99 %')`],
  ["write_log", () => "select 1e999 as a, write_log('a')"],
  ["write_log", () => "select 1 as a where exists (with x as (select write_log('a')) from x)"],
  ["pg_sleep", () => "select 1 as a, pg_sleep(600)"],
  ["sleep_ms", () => "select list_transform([1], lambda x: sleep_ms(600000)) as a"],
  ["query", () => "select * from query('select write_log(''x'') as a')"],
  [
    "json_execute_serialized_sql",
    () => "from json_execute_serialized_sql(json_serialize_sql('select 1'))",
  ],
  ["duckdb_secrets", () => "select 1 as a from duckdb_secrets()"],
  ["checkpoint", () => "select 1 as a from checkpoint()"],
];

describe.each(effects)("%s in a query", (called, sql) => {
  it("is refused by name, before anything is run, in a sandbox and without", async () => {
    for (const engine of engines) {
      const refused = { code: "functionRefused", message: expect.stringContaining(called) };
      await expect(collect(engine, planOf(sql()))).rejects.toMatchObject(refused);
      await expect(engine.describe({ kind: "sql", sql: sql() })).rejects.toMatchObject(refused);
    }
    expect(await readdir(folder)).toEqual(["log.csv"]);
  });
});

it("queries that read and compute are answered", async () => {
  for (const sql of [
    `select a from ${log()}`,
    `from '${join(folder, "log.csv")}'`,
    `with x as (select unnest([a]) as a from ${log()}) select max(a) filter (a > 0) over () as a from x qualify row_number() over () = 1`,
    `select coalesce(nullif(a, 0), try_cast('1' as bigint), abs(-1), random()) as a from ${log()}`,
    `select list_sum(list_transform([a], lambda x: x + 1)) - 1 as a from ${log()}`,
    "select cast(json_extract(value, '$') as bigint) as a from json_each('[1]')",
    "values (1)",
    "select 1e999 as a, -1e999 as b, 'function_name' as c",
    "select count(*) filter (g = 'enable_logging(') + 1 as a from (select 'x' as g)",
  ]) {
    for (const engine of engines) {
      const source = { kind: "sql", sql } as const;
      const [column] = await engine.describe(source);
      expect(column?.name, sql).toMatch(/^(a|col0)$/);
    }
  }
});

it("a statement that is no SELECT is refused in words", async () => {
  for (const sql of ["insert into t values (1)", "copy (select 1) to 'x'", "call checkpoint()"]) {
    for (const engine of engines) {
      const refused = { code: "notOneSelect" };
      await expect(engine.describe({ kind: "sql", sql })).rejects.toMatchObject(refused);
    }
  }
});

it.each([
  ["a view", `create view v as select 1 as a, write_log('x')`],
  ["a macro", `create macro "m AS select"(x) as write_log('x')`],
  ["a table macro", "create macro t() as table select * from enable_logging()"],
])("a database file with %s that does more is refused", async (_, sql) => {
  const path = join(await mkdtemp(join(tmpdir(), "hindcast-database-")), "x.duckdb");
  const instance = await DuckDBInstance.create(path);
  const connection = await instance.connect();
  await connection.run("create table kept as select 1 as a");
  await connection.run(sql);
  connection.closeSync();
  instance.closeSync();
  await expect(createDuckdbEngine({ database: path })).rejects.toMatchObject({
    code: "functionRefused",
  });
  expect(existsSync(path)).toBe(true);
});

/** Of the pinned DuckDB; what an upgrade adds is looked at, then listed here or among those that read. */
const refusedTables =
  "arrow_scan arrow_scan_dumb check_peg_parser checkpoint disable_logging disable_peg_parser disable_profiling duckdb_approx_database_count duckdb_columns duckdb_connection_count duckdb_constraints duckdb_coordinate_systems duckdb_databases duckdb_dependencies duckdb_extensions duckdb_external_file_cache duckdb_functions duckdb_indexes duckdb_keywords duckdb_log_contexts duckdb_logs duckdb_logs_parsed duckdb_memory duckdb_optimizers duckdb_prepared_statements duckdb_profiling_settings duckdb_schemas duckdb_secret_types duckdb_secrets duckdb_sequences duckdb_settings duckdb_table_sample duckdb_tables duckdb_temporary_files duckdb_types duckdb_variables duckdb_views enable_logging enable_peg_parser enable_profiling force_checkpoint icu_calendar_names json_execute_serialized_sql pg_timezone_names pragma_collations pragma_database_size pragma_metadata_info pragma_platform pragma_show pragma_storage_info pragma_table_info pragma_user_agent pragma_version query seq_scan sql_auto_complete test_all_types test_vector_types truncate_duckdb_logs which_secret";
const refusedVolatile = "currval nextval sleep_ms write_log";

it("every function of DuckDB is known to read and compute, or refused", async () => {
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  const namesOf = async (where: string): Promise<readonly string[]> => {
    const sql = `select distinct function_name from duckdb_functions() where ${where} order by 1`;
    return (await connection.runAndReadAll(sql)).getRows().map(([name]) => String(name));
  };
  const tables = await namesOf("function_type in ('table', 'table_macro')");
  const volatile = await namesOf("stability = 'VOLATILE'");
  expect(tables.filter((name) => !tableReaders.has(name)).join(" ")).toBe(refusedTables);
  expect(volatile.filter((name) => !harmlessVolatile.has(name)).join(" ")).toBe(refusedVolatile);
  expect(onlyReads({ name: "write_log", type: "scalar", isVolatile: true })).toBe(false);
  connection.closeSync();
  instance.closeSync();
});
