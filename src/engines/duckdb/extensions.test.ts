import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type CommandResult, runCommand } from "../../../test/fixture/run-command.js";
import { modules } from "../../cli/modules.js";
import { from } from "../../sql/relation.js";
import { collect } from "../../sql/run/collect.js";
import { createDuckdbEngine } from "./index.js";

let cwd = "";
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "hindcast-extensions-"));
});
afterAll(() => rm(cwd, { recursive: true }));

const check = async (engine: unknown, source = "log.csv"): Promise<CommandResult> => {
  await writeFile(join(cwd, "log.csv"), "pos,other,click\n1,2,1\n2,1,0\n");
  const log = { source, rank: "pos", rewards: ["click"] };
  const study = { log, engine, policies: { new: { rank: "other" } } };
  await writeFile(join(cwd, "study.json"), JSON.stringify(study));
  return runCommand(["check", "study.json"], { modules, cwd });
};
const setting = async (name: string, extensions: readonly string[]): Promise<string | null> => {
  const engine = await createDuckdbEngine({ extensions });
  const sql = `select current_setting('${name}')::VARCHAR as s`;
  const columns = [{ name: "s", type: "text" } as const];
  const relation = from({ kind: "sql", sql } as const);
  const found = await collect(engine, { relation, columns, purpose: "test" });
  await engine.close();
  return found.text("s");
};

it("loads extensions that are there, and installs and loads none by itself", async () => {
  const { code, stderr } = await check({ name: "duckdb", extensions: ["json", "parquet", "icu"] });
  expect([code, stderr]).toEqual([0, ""]);
  for (const name of ["autoinstall_known_extensions", "autoload_known_extensions"]) {
    expect(await setting(name, ["icu"])).toBe("false");
  }
});

it("an extension that is not installed is named, with both ways", async () => {
  const { code, stderr } = await check({ name: "duckdb", extensions: ["hindcast_none"] });
  expect(code).toBeGreaterThan(0);
  expect(stderr).toContain(
    "DuckDB's extension hindcast_none is not installed, and nothing is downloaded unasked. Install it once, where the network permits, by INSTALL hindcast_none in a DuckDB of the same version. Or copy the files",
  );
});

it.each([
  ["s3://bucket/log.parquet", "httpfs"],
  ["gs://bucket/log.parquet", "httpfs"],
  ["https://127.0.0.1:1/log.parquet", "httpfs"],
  ["az://box/log.parquet", "azure"],
])("%s without its extension says both ways", async (source, extension) => {
  const { code, stderr } = await check("duckdb", source);
  expect(code).toBeGreaterThan(0);
  expect(stderr).toContain(`needs DuckDB's extension ${extension}, which is not loaded`);
  expect(stderr).toContain(`extensions: [${extension}]`);
  expect(stderr).toContain("Or copy the files to this machine");
});

it("a path is no extension, and a sandbox loads none", async () => {
  for (const name of ["/tmp/evil.duckdb_extension", "x; DROP TABLE t", "../x", ""]) {
    await expect(createDuckdbEngine({ extensions: [name] })).rejects.toMatchObject({
      code: "engineOption",
      message: expect.stringContaining("names of DuckDB's extensions"),
    });
  }
  const sandboxed = { sandbox: [cwd], extensions: ["icu"] };
  await expect(createDuckdbEngine(sandboxed)).rejects.toThrow(/exclude each other/);
  const study = await check({ name: "duckdb", extensions: ["icu"] });
  expect(study.code).toBe(0);
  const words = ["check", "study.json", "--engine", "duckdb", "--sandbox", cwd];
  expect((await runCommand(words, { modules, cwd })).stderr).toContain("exclude each other");
});

it("--extensions names them on the command line", async () => {
  await check("duckdb");
  const words = ["check", "study.json", "--extensions", "icu", "json"];
  expect(await runCommand(words, { modules, cwd })).toMatchObject({ code: 0 });
});
