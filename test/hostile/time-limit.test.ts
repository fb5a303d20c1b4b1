import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDuckdbEngine } from "../../src/engines/duckdb/index.js";
import type { Engine } from "../../src/sql/engine.js";
import { from } from "../../src/sql/relation.js";
import { collect } from "../../src/sql/run/collect.js";
import { inTurn, isInTurn, repetitions } from "../fixture/property.js";

let engine: Engine;
let cwd = "";
beforeAll(async () => {
  engine = await createDuckdbEngine({ timeout: 1, threads: 1, memoryLimit: "1GB" });
  cwd = await mkdtemp(join(tmpdir(), "hindcast-time-"));
});
afterAll(async () => {
  await engine.close();
  await rm(cwd, { recursive: true });
});

const late = { code: "queryTimeout", message: expect.stringContaining("engine.timeout") };

describe.concurrent("a query on DuckDB has no more time than it is given", () => {
  it.each(
    inTurn([
      ["a cross join", "select count(*) as a from range(1000000000) x, range(1000000000) y"],
      ["rows without end", "with recursive t as (select 1 as a union all select a from t) from t"],
      ["one row at last", "select count(*) as a from repeat('x', 1000000000000)"],
    ]),
  )("%s", async (_, sql) => {
    const columns = [{ name: "a", type: "bigint" as const }];
    const plan = { relation: from({ kind: "sql", sql }), columns, purpose: "test" };
    await expect(collect(engine, plan)).rejects.toMatchObject(late);
  });

  it("also while it is planned: a long list of terms", async () => {
    const sql = `select ${"1 + ".repeat(100_000)} 1 as a`;
    const slow = await createDuckdbEngine({ timeout: 0.001 });
    await expect(slow.describe({ kind: "sql", sql })).rejects.toMatchObject(late);
    await slow.close();
  });

  it("and the time is a number of seconds", async () => {
    await expect(createDuckdbEngine({ timeout: 0 })).rejects.toThrow("seconds above 0");
  });
});

it.runIf(isInTurn(0, repetitions(3, 1))).concurrent(
  "a function that cannot be stopped does not keep the command",
  async () => {
    const root = fileURLToPath(new URL("../..", import.meta.url));
    const sql =
      "select levenshtein(repeat('a', 1000000), repeat('b', 1000000)) as place, 1 as liked";
    const log = { source: { sql }, rank: "place", rewards: ["liked"] };
    const study = { log, policies: { candidate: { rank: "place" } } };
    await writeFile(join(cwd, "s.json"), JSON.stringify(study));
    const argv = ["--import", "tsx", join(root, "src/cli/main.ts"), "check", join(cwd, "s.json")];
    const child = spawn(process.execPath, [...argv, "--timeout", "1"], {
      cwd: root,
      stdio: ["ignore", "ignore", "pipe"],
    });
    const ended = once(child, "exit");
    let said = "";
    child.stderr.on("data", (part: Buffer) => {
      said += String(part);
    });
    expect(await ended).toEqual([null, "SIGKILL"]);
    expect(said).toContain("took longer than it was given");
  },
);
