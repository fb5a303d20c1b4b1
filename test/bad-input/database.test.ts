import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, expect, it } from "vitest";
import { evaluate } from "../../src/evaluate/evaluate.js";
import { readStudyFile } from "../../src/study/read-study-file.js";

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hindcast-database-"));
  const instance = await DuckDBInstance.create(join(folder, "shop.duckdb"));
  const writer = await instance.connect();
  await writer.run("CREATE SCHEMA eu");
  await writer.run(
    "CREATE TABLE eu.log AS SELECT range AS session, 1 AS place, (range % 4 = 0)::INT AS liked FROM range(20)",
  );
  await writer.run("CHECKPOINT");
  writer.disconnectSync();
  instance.closeSync();
});
afterAll(() => rm(folder, { recursive: true }));

const studyOn = async (table: string) => {
  const path = join(folder, "study.yaml");
  const log = `{ source: { table: ${table} }, trajectory: session, rank: place, rewards: [liked] }`;
  await writeFile(
    path,
    `log: ${log}\nestimators: [mean]\nengine: { name: duckdb, database: shop.duckdb }\n`,
  );
  return readStudyFile(path);
};

it("a table of the database next to the study is a log", async () => {
  const { log, estimates } = await evaluate(await studyOn("eu.log"));
  expect(log).toMatchObject({ trajectories: 20, impressions: 20 });
  expect(estimates[0]).toMatchObject({ estimator: "mean", value: 5 / 20 });
});

it.each(["eu.lgo", "ue.log", "lgo"])("a table %s that is not there is named", async (table) => {
  const error = await evaluate(await studyOn(table)).catch((caught: unknown) => caught);
  expect(error).toMatchObject({ kind: "engine", failure: "missing", code: "tableMissing" });
  expect(String(error)).toContain(table.split(".").at(-1));
  expect(String(error)).toContain("database:");
});
