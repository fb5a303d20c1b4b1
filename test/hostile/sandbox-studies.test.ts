import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { modules } from "../../src/cli/modules.js";
import { runCommand } from "../fixture/run-command.js";

let root = "";
beforeAll(async () => {
  root = await mkdtemp(join(tmpdir(), "hindcast-studies-"));
  await mkdir(join(root, "logs"));
  const rows = Array.from({ length: 40 }, (_, i) => `s${i >> 1},i${i % 7},${1 + (i % 2)},${i % 2}`);
  const log = ["session,item,place,liked", ...rows].join("\n");
  await writeFile(join(root, "logs", "log.csv"), log);
  await writeFile(join(root, "outside.csv"), log.replaceAll("session", "SECRET"));
});
afterAll(() => rm(root, { recursive: true }));

type Section = Readonly<Record<string, unknown>>;
interface Otherwise {
  readonly log?: Section;
  readonly more?: Section;
  readonly policy?: Section;
}

/** How a study ends in the sandbox of its folder logs, and what it says. */
async function ended({ log = {}, more = {}, policy = {} }: Otherwise): Promise<[number, string]> {
  const roles = { trajectory: "session", item: "item", rank: "place", rewards: ["liked"] };
  const study = {
    log: { source: "logs/log.csv", ...roles, exposure: { curve: { model: "log2" } }, ...log },
    policies: { candidate: { rank: "place", ...policy } },
    ...more,
  };
  await writeFile(join(root, "s.json"), JSON.stringify(study));
  const argv = ["evaluate", "s.json", "--sandbox", join(root, "logs")];
  const { code, stdout, stderr } = await runCommand(argv, { cwd: root, modules });
  return [code, stdout + stderr];
}

it("a study of files in its sandbox is answered", async () => {
  expect((await ended({}))[0]).toBe(0);
});

describe("a study that names what lies outside of its sandbox", () => {
  it.each<[string, Otherwise]>([
    ["log.source", { log: { source: "outside.csv" } }],
    ["log.source by ..", { log: { source: "logs/../outside.csv" } }],
    ["log.source in a list", { log: { source: ["logs/log.csv", "outside.csv"] } }],
    ["log.source as a query", { log: { source: { sql: "select * from 'outside.csv'" } } }],
    [
      "log.join",
      {
        log: { join: [{ files: "outside.csv", on: ["item"], columns: ["extra"] }] },
        policy: { rank: "extra" },
      },
    ],
    ["log.candidates", { log: { candidates: { files: "outside.csv" } } }],
    [
      "a policy's candidates",
      { policy: { rank: undefined, score: "place", candidates: { source: "outside.csv" } } },
    ],
    ["a policy's online log", { policy: { online: { source: "outside.csv" } } }],
    [
      "a folder of its own as sandbox",
      { log: { source: "outside.csv" }, more: { engine: { name: "duckdb", sandbox: ["/"] } } },
    ],
    [
      "a database",
      {
        log: { source: { table: "log" } },
        more: { engine: { name: "duckdb", database: "outside.db" } },
      },
    ],
    ["a folder to spill to", { more: { engine: { name: "duckdb", tempDirectory: "spill" } } }],
    ["truth", { more: { truth: "outside.csv" } }],
    ["a curve", { log: { exposure: { curve: { file: "outside.csv" } } } }],
    ["a curve of a device", { log: { exposure: { curve: { file: "/dev/zero" } } } }],
  ])("%s", async (_, otherwise) => {
    const [code, said] = await ended(otherwise);
    expect([1, 2, 4]).toContain(code);
    expect(said).toMatch(/sandbox/);
    expect(said).not.toMatch(/SECRET|not expected/);
  });
});

describe("a query that writes, wherever a study has one, is refused by name", () => {
  const sql = "select l.*, item as extra from 'logs/log.csv' l, (select write_log('FORGED'))";
  it.each<[string, Otherwise]>([
    ["log.source", { log: { source: { sql } } }],
    [
      "log.join",
      {
        log: { join: [{ sql, on: ["item"], columns: ["extra"] }] },
        policy: { rank: "extra" },
      },
    ],
    ["log.candidates", { log: { candidates: { sql } } }],
    [
      "a policy's candidates",
      { policy: { rank: undefined, score: "place", candidates: { source: { sql } } } },
    ],
    ["a policy's online log", { policy: { online: { source: { sql } } } }],
  ])("%s", async (_, otherwise) => {
    const [code, said] = await ended(otherwise);
    expect([code, said]).toEqual([1, expect.stringContaining("calls write_log")]);
    expect(said).not.toContain("FORGED");
  });
});

it("of another engine, --sandbox alone is refused, and --engine duckdb replaces it", async () => {
  const engine = { name: "clickhouse", url: "http://127.0.0.1:9" };
  const [code, said] = await ended({ more: { engine } });
  expect([code, said]).toEqual([1, expect.stringContaining("sandbox")]);
  const argv = ["evaluate", "s.json", "--engine", "duckdb", "--sandbox", join(root, "logs")];
  expect((await runCommand(argv, { cwd: root, modules })).code).toBe(0);
});

describe("NUL, at which systems end a path, is refused", () => {
  it.each<[string, Otherwise]>([
    ["log.source", { log: { source: "logs/log.csv\u0000.csv" } }],
    [
      "log.join",
      {
        log: { join: [{ files: "logs/log.csv\u0000.csv", on: ["item"], columns: ["extra"] }] },
        policy: { rank: "extra" },
      },
    ],
    ["truth", { more: { truth: "logs/log.csv\u0000.json" } }],
    ["a curve", { log: { exposure: { curve: { file: "logs/log.csv\u0000.json" } } } }],
    ["a database", { more: { engine: { name: "duckdb", database: "logs/x\u0000.db" } } }],
  ])("%s", async (_, otherwise) => {
    const [code, said] = await ended(otherwise);
    expect([code, said]).toEqual([1, expect.not.stringContaining("not expected")]);
  });
});
