import { mkdir, mkdtemp, readdir, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDuckdbEngine } from "../../src/engines/duckdb/index.js";

let root = "";
let logs = "";
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "hindcast-database-"));
  logs = join(root, "logs");
  await mkdir(logs);
  await mkdir(join(root, "elsewhere"));
  for (const path of [join(root, "outside.db"), join(logs, "inside.db")]) {
    const instance = await DuckDBInstance.create(path);
    const connection = await instance.connect();
    await connection.run("create table log as select 1 as a");
    connection.closeSync();
    instance.closeSync();
  }
  await symlink(join(root, "outside.db"), join(logs, "link.db"));
  await symlink(join(root, "elsewhere"), join(logs, "folder"));
});
afterAll(() => rm(root, { recursive: true }));

it("a database of the sandbox is read", async () => {
  const engine = await createDuckdbEngine({ sandbox: [logs], database: join(logs, "inside.db") });
  const [column] = await engine.describe({ kind: "table", name: ["log"] });
  expect(column?.name).toBe("a");
  await engine.close();
});

describe("a database outside of the sandbox is not opened", () => {
  it.each<[string, () => string]>([
    ["by its path", () => join(root, "outside.db")],
    ["by ..", () => `${logs}/../outside.db`],
    ["by a link", () => join(logs, "link.db")],
    ["by a link to its folder", () => join(logs, "folder", "..", "..", "outside.db")],
    ["by NUL, at which DuckDB ends the path", () => `${root}/outside.db\u0000/../logs/x`],
  ])("%s", async (_, database) => {
    await expect(
      createDuckdbEngine({ sandbox: [logs], database: database() }),
    ).rejects.toMatchObject({
      code: "engineOption",
    });
  });
});

it.each<[string, () => string]>([
  ["a link", () => join(logs, "folder")],
  ["a new folder under a link", () => join(logs, "folder", "new", "newer")],
  ["NUL", () => `${root}/elsewhere\u0000/../logs/x`],
])("queries spill to no folder outside of the sandbox: %s", async (_, tempDirectory) => {
  const options = { sandbox: [logs], tempDirectory: tempDirectory() };
  await expect(createDuckdbEngine(options)).rejects.toMatchObject({ code: "engineOption" });
  expect(await readdir(join(root, "elsewhere"))).toEqual([]);
});
