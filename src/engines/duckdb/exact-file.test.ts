import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import type { Engine, Plan } from "../../sql/engine.js";
import { from } from "../../sql/relation.js";
import { collect } from "../../sql/run/collect.js";
import { createDuckdbEngine } from "./index.js";

let folder = "";
let engine: Engine;
const names = ["log[1].csv", "log1.csv", "a*b.csv", "axb.csv", "what?.csv", "{1}.csv"];
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hindcast-exact-"));
  for (const name of names) await writeFile(join(folder, name), `name\n"${name}"\n`);
  engine = await createDuckdbEngine();
});
afterAll(async () => {
  await engine.close();
  await rm(folder, { recursive: true });
});

async function read(...files: readonly string[]): Promise<readonly (string | null)[]> {
  const paths = files.map((name) => join(folder, name));
  const plan: Plan = {
    relation: from({ kind: "files", format: "csv", paths }),
    columns: [{ name: "name", type: "text" }],
    purpose: "test",
  };
  return (await collect(engine, plan)).texts("name").toSorted();
}

it.each(names)("%s is the file of that name", async (name) => {
  expect(await read(name)).toEqual([name]);
});

it("a path that is the name of no file is a pattern", async () => {
  expect(await read("a?b.csv")).toEqual(["a*b.csv", "axb.csv"]);
  expect(await read("log[0-9].csv", "log[1].csv")).toEqual(["log1.csv", "log[1].csv"]);
});
