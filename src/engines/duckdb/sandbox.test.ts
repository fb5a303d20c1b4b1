import { existsSync } from "node:fs";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Engine, Plan } from "../../sql/engine.js";
import { from } from "../../sql/relation.js";
import { collect } from "../../sql/run/collect.js";
import { createDuckdbEngine } from "./index.js";

let folder = "";
let engine: Engine;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hindcast-sandbox-"));
  await writeFile(join(folder, "log.csv"), "a\n1\n");
  engine = await createDuckdbEngine({ sandbox: [folder] });
});
afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true });
});

const planOf = (sql: string): Plan => ({
  relation: from({ kind: "sql", sql }),
  columns: [{ name: "a", type: "bigint" }],
  purpose: "test",
});

it("a query of the user's own that is several statements is refused before any is run", async () => {
  const free = await createDuckdbEngine();
  const evil = join(folder, "evil.csv");
  for (const sql of [
    `select 1) as s; copy (select 42) to '${evil}'; select * from (select 2`,
    `copy (select 42) to '${evil}'`,
    "pivot t on a using sum(b)",
  ]) {
    const refused = { code: "notOneSelect" };
    await expect(collect(free, planOf(sql))).rejects.toMatchObject(refused);
    await expect(free.describe({ kind: "sql", sql })).rejects.toMatchObject(refused);
  }
  expect(existsSync(evil)).toBe(false);
  await free.close();
});

it("reads the folders of its sandbox", async () => {
  const path = join(folder, "log.csv");
  const found = await collect(engine, planOf(`select a from read_csv('${path}')`));
  expect(found.number("a")).toBe(1);
});

it("in a sandbox no other file is read, and none is listed", async () => {
  for (const sql of [
    `select * from read_text('${fileURLToPath(import.meta.url)}')`,
    `select * from read_text('${folder}/../${basename(folder)}/../a.txt')`,
    `select * from read_text('${folder}elsewhere/a.txt')`,
    "select * from glob('/*')",
  ]) {
    await expect(engine.describe({ kind: "sql", sql })).rejects.toMatchObject({
      failure: "auth",
      message: expect.stringMatching(/engine\.sandbox/),
    });
  }
});

it("in a sandbox the database and the folder to spill to lie in it too", async () => {
  const deeper = { sandbox: [join(folder, "deeper")] };
  for (const options of [
    { database: join(folder, "log.db") },
    { tempDirectory: `${folder}/deeper/../x` },
  ]) {
    await expect(createDuckdbEngine({ ...deeper, ...options })).rejects.toThrow(
      /engine\.\w+ names .* no folder of engine\.sandbox/,
    );
  }
});
