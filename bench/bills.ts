import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { type DuckDBConnection, DuckDBInstance } from "@duckdb/node-api";
import { printStatements } from "../src/evaluate/print-statements.js";
import { readStudy } from "../src/study/read-study.js";
import { contenders } from "./contenders.js";
import { generateLog } from "./generate-log.js";
import { standardStudy } from "./standard-study.js";

// What a study that `hindcast sql` prints reads in a warehouse, in the terms of its bill: bytes of the columns that
// statements read, at 8 bytes a value. BigQuery bills the columns of a table once a statement, Athena each time that it
// reads them; others bill time. Columns that no result needs are taken out, as DuckDB's planner does it.

const impressions = 1_200_000;
const folder = fileURLToPath(new URL("../.cache/bench", import.meta.url));
const path = join(folder, `log-${impressions}.parquet`);
const bytesOfValue = 8;

interface Scan {
  readonly table: string;
  readonly columns: readonly string[];
}

interface PlanNode {
  readonly name: string;
  readonly extra_info: Readonly<Record<string, string | readonly string[]>>;
  readonly children: readonly PlanNode[];
}

function scansIn({ extra_info: info, children }: PlanNode): readonly Scan[] {
  const below = children.flatMap(scansIn);
  if (info.Table === undefined) return below;
  return [...below, { table: String(info.Table), columns: [info.Projections ?? []].flat() }];
}

/** Bytes that a statement reads, by each way of billing. */
async function bytesOf(warehouse: DuckDBConnection, sql: string): Promise<readonly number[]> {
  const explained = await warehouse.runAndReadAll(`EXPLAIN (FORMAT json) ${sql}`);
  const [plan] = JSON.parse(String(explained.getRows()[0]?.[1])) as readonly [PlanNode];
  const scans = scansIn(plan);
  const tables = new Map<string, Set<string>>();
  for (const { table, columns } of scans) {
    tables.set(table, new Set([...(tables.get(table) ?? []), ...columns]));
  }
  const rows = new Map<string, number>();
  for (const table of tables.keys()) {
    const counted = await warehouse.runAndReadAll(`SELECT COUNT(*) FROM ${table}`);
    rows.set(table, Number(counted.getRows()[0]?.[0]));
  }
  const size = (table: string, columns: number): number =>
    ((rows.get(table) ?? 0) * columns * bytesOfValue) / impressions;
  return [
    [...tables].reduce((sum, [table, columns]) => sum + size(table, columns.size), 0),
    scans.reduce((sum, { table, columns }) => sum + size(table, columns.length), 0),
  ];
}

async function bill(contender: string, hold: string | undefined): Promise<void> {
  const chosen = contenders.find(({ name }) => name === contender);
  if (chosen === undefined) throw new Error(`There is no contender "${contender}".`);
  const results = await mkdtemp(join(tmpdir(), "hindcast-bills-"));
  const instance = await DuckDBInstance.create();
  const warehouse = await instance.connect();
  await warehouse.run(`CREATE TABLE log AS FROM '${path}'`);
  const study = readStudy(standardStudy({ table: "log" }, chosen));
  const files: string[] = [];
  let [statements, once, each] = [0, 0, 0];
  const read = async (sql: string): Promise<void> => {
    const [ofTables = 0, ofScans = 0] = await bytesOf(warehouse, sql);
    [statements, once, each] = [statements + 1, once + ofTables, each + ofScans];
  };
  for (;;) {
    const options = { dialect: "duckdb", files, ...(hold !== undefined && { hold }) };
    const next = await printStatements(study, options);
    if (next.statements.length === 0) break;
    for (const sql of next.held.create) {
      if (sql.startsWith("CREATE")) await read(sql);
      await warehouse.run(sql);
    }
    for (const { sql, marker } of next.statements) {
      await read(sql);
      const file = join(results, `${marker}.parquet`);
      await warehouse.run(`COPY (${sql}) TO '${file}' (FORMAT parquet)`);
      files.push(file);
    }
    for (const sql of next.held.drop) await warehouse.run(sql);
  }
  console.log(
    `| ${contender} | ${hold === undefined ? "no" : "yes"} | ${statements} | ${once.toFixed(0)} | ${each.toFixed(0)} |`,
  );
  instance.closeSync();
  await rm(results, { recursive: true });
}

await generateLog(path, impressions);
console.log("| study | held | statements | bytes a row, BigQuery | bytes a row, Athena |");
console.log("|---|---|---:|---:|---:|");
for (const contender of ["integer, check", "integer, declared"]) {
  for (const hold of [undefined, "main.hc"]) await bill(contender, hold);
}
