import { existsSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeEach, expect, it } from "vitest";
import type { Plan } from "../../sql/engine.js";
import { column, count, max } from "../../sql/expression.js";
import { from, group, type SourceRef } from "../../sql/relation.js";
import { collect } from "../../sql/run/collect.js";
import { createDuckdbEngine } from "../duckdb/index.js";
import { keepResults } from "./keep-results.js";

// A server whose table holds `values`, and that calls its version by `state`.
interface Server {
  readonly values: string;
  readonly state?: string;
}

const folders: string[] = [];
let folder = "";
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "hindcast-states-"));
  folders.push(folder);
});
afterAll(() => Promise.all(folders.map((each) => rm(each, { recursive: true, force: true }))));

const table: SourceRef = { kind: "table", name: ["shop", "log"] };
const plans = (source: SourceRef): readonly Plan[] => [
  {
    purpose: "ranges",
    relation: group(from(source), [], [["most", max(column("x"))]]),
    columns: [{ name: "most", type: "bigint" }],
    tellsState: true,
  },
  {
    purpose: "values",
    relation: group(from(source), ["x"], [["many", count()]]),
    columns: [
      { name: "x", type: "bigint" },
      { name: "many", type: "bigint" },
    ],
  },
];

/** What a run says, and the values that it gives in order. */
async function ran({ values, state }: Server, sourceOf: (file: string) => SourceRef = () => table) {
  const [database, file] = [join(folder, "db.duckdb"), join(folder, "log.parquet")];
  const instance = await DuckDBInstance.create(database);
  const writer = await instance.connect();
  await writer.run(`CREATE SCHEMA IF NOT EXISTS shop;
    CREATE OR REPLACE TABLE shop.log AS SELECT CAST(UNNEST(${values}) AS BIGINT) AS x`);
  if (!existsSync(file)) await writer.run(`COPY shop.log TO '${file}'`);
  writer.closeSync();
  instance.closeSync();
  const duckdb = await createDuckdbEngine({ database });
  const version = state === undefined ? "NULL" : `'${state}'`;
  const dialect = { ...duckdb.dialect, state: () => `SELECT CAST(${version} AS VARCHAR) AS state` };
  const said: string[] = [];
  const keeping = await keepResults(
    { ...duckdb, dialect },
    {
      folder: join(folder, "kept"),
      place: { id: "shop", files: [] },
      keys: true,
      say: (line) => said.push(line),
    },
  );
  const found: unknown[] = [];
  for (const plan of plans(sourceOf(file))) {
    found.push([...((await collect(keeping, plan)).columns.values().next().value ?? [])].sort());
  }
  await keeping.close();
  await duckdb.close();
  return { said: said.join("\n"), found };
}

it("is not used where the engine says that a table was written since, with equal counts and ranges", async () => {
  await ran({ values: "[1, 2, 9]", state: "a" });
  const same = await ran({ values: "[1, 2, 9]", state: "a" });
  expect(same.said).toMatch(/^2 finished statements .* are not run again$/);
  const { said, found } = await ran({ values: "[1, 3, 9]", state: "b" });
  expect(said).toMatch(/not used: the table shop\.log was written since/);
  expect(found).toEqual([[9n], [1n, 3n, 9n]]);
});

it("is compared by counts and ranges where the engine cannot tell, and this is said", async () => {
  await ran({ values: "[1, 2]" });
  const { said } = await ran({ values: "[1, 2]" });
  expect(said).toMatch(/2 finished statements .*only counts and ranges of its columns could be/);
  const other = await ran({ values: "[1, 3]" });
  expect(other.said).toMatch(/not used: the log has changed since: its ranges differ/);
  expect(other.found[0]).toEqual([3n]);
});

it("takes no file of this machine for that of a server", async () => {
  const parquet = (file: string): SourceRef => ({
    kind: "files",
    format: "parquet",
    paths: [file],
  });
  await ran({ values: "[1, 2]" }, parquet);
  expect((await ran({ values: "[1, 2]" }, parquet)).said).toMatch(/only counts and ranges/);
});
