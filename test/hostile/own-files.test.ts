import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdir, mkdtemp, open, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { modules } from "../../src/cli/modules.js";
import { createDuckdbEngine } from "../../src/engines/duckdb/index.js";
import { from } from "../../src/sql/relation.js";
import { collect } from "../../src/sql/run/collect.js";
import { readWholeFile } from "../../src/whole-file.js";
import { inTurn, isInTurn, repetitions } from "../fixture/property.js";
import { runCommand } from "../fixture/run-command.js";

let cwd = "";
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "hindcast-own-files-"));
  await mkdir(join(cwd, "logs"));
  await mkdir(join(cwd, "logs-of-others"));
  const truth = { truth: [{ policy: "candidate", reward: "liked", feed: null, value: 0.123 }] };
  await writeFile(join(cwd, "logs-of-others", "truth.json"), JSON.stringify(truth));
  await writeFile(join(cwd, "logs", "truth.json"), JSON.stringify(truth));
  await symlink(join(cwd, "logs-of-others", "truth.json"), join(cwd, "logs", "link.json"));
  const rows = Array.from({ length: 40 }, (_, i) => `s${i},i${i % 7},1,${i % 2}`);
  await writeFile(join(cwd, "logs", "log.csv"), `session,item,place,liked\n${rows.join("\n")}\n`);
  execFileSync("mkfifo", [join(cwd, "logs", "pipe")]);
});
afterAll(() => rm(cwd, { recursive: true }));

const study = (more: object, exposure: object = { curve: { model: "log2" } }): string =>
  JSON.stringify({
    log: {
      source: join(cwd, "logs", "log.csv"),
      trajectory: "session",
      item: "item",
      rank: "place",
      rewards: ["liked"],
      exposure,
    },
    policies: { candidate: { rank: "place" } },
    ...more,
  });

async function evaluated(text: string): Promise<{ code: number; said: string }> {
  await writeFile(join(cwd, "s.json"), text);
  const argv = ["evaluate", "s.json", "--sandbox", join(cwd, "logs")];
  const { code, stdout, stderr } = await runCommand(argv, { cwd, modules });
  return { code, said: stdout + stderr };
}

describe("in a sandbox, files that Hindcast itself reads", () => {
  it("are read from its folders", async () => {
    expect((await evaluated(study({ truth: "logs/truth.json" }))).code).toBe(0);
  });

  it.each(
    inTurn([
      "logs-of-others/truth.json",
      "logs/link.json",
      "logs/../nowhere.json",
      "/etc/hostname",
    ]),
  )("are not read from elsewhere: truth %s", async (truth) => {
    const { code, said } = await evaluated(study({ truth }));
    expect([code, said]).toEqual([
      1,
      expect.stringContaining("lies in no folder of engine.sandbox"),
    ]);
    expect(said).not.toContain("0.123");
  });

  it("are not read from elsewhere: a curve", async () => {
    const curve = { file: join(cwd, "logs-of-others", "truth.json") };
    const { code, said } = await evaluated(study({}, { curve }));
    expect([code, said]).toEqual([
      1,
      expect.stringContaining("lies in no folder of engine.sandbox"),
    ]);
  });
});

it("a pipe is no study, no truth and no curve: none is waited for", async () => {
  const pipe = join(cwd, "logs", "pipe");
  for (const text of [study({ truth: pipe }), study({}, { curve: { file: pipe } })]) {
    expect((await evaluated(text)).said).toContain("expected");
    expect((await evaluated(text)).said).toContain("a regular file; it is a pipe or a device");
  }
  const { code, stderr } = await runCommand(["evaluate", pipe], { cwd, modules });
  expect([code, stderr]).toEqual([1, expect.stringContaining("it is a pipe or a device")]);
});

it("a file that is too large is refused before it is read", async () => {
  const path = join(cwd, "large.yaml");
  await writeFile(path, "");
  await truncate(path, 2 ** 40);
  const { code, stderr } = await runCommand(["evaluate", path], { cwd, modules });
  expect([code, stderr]).toEqual([1, expect.stringContaining("a study to have at most 1 MiB")]);
  await expect(readWholeFile(path, { what: "it" })).rejects.toThrow("at most 256 MiB");
});

it.runIf(isInTurn(0, repetitions(3, 1)))(
  "a study of twenty thousand policies is refused at once",
  async () => {
    const names = Array.from({ length: 20_000 }, (_, i) => [`p${i}`, { rank: "r" }]);
    const text = JSON.stringify({ log: {}, policies: Object.fromEntries(names) });
    expect((await evaluated(text)).said).toContain(
      "policies: expected at most 1,000 names; came 20000",
    );
  },
);

it("a sandbox takes no more threads and memory than the machine has", async () => {
  const engine = await createDuckdbEngine({ sandbox: [cwd], threads: 1000, memoryLimit: "100TB" });
  const sql =
    "select current_setting('threads')::bigint as threads, (current_setting('memory_limit') like '%TiB')::bigint as huge";
  const columns = (["threads", "huge"] as const).map((name) => ({ name, type: "bigint" as const }));
  const plan = { relation: from({ kind: "sql", sql }), columns, purpose: "test" };
  const found = await collect(engine, plan);
  expect(found.number("huge")).toBe(0);
  expect(found.number("threads")).toBeLessThan(1000);
  await engine.close();
  await expect(createDuckdbEngine({ threads: 100_000 })).rejects.toThrow("[1, 1024]");
});

it.runIf(isInTurn(1, repetitions(3, 1)))(
  "a second signal ends the process, though the system still waits for a file",
  async () => {
    const pipe = join(cwd, "logs", "a.pipe.csv");
    await writeFile(join(cwd, "wait.json"), study({}).replace("log.csv", "a.pipe.csv"));
    execFileSync("mkfifo", [pipe]);
    const root = fileURLToPath(new URL("../..", import.meta.url));
    const main = join(root, "src/cli/main.ts");
    const child = spawn(
      process.execPath,
      ["--import", "tsx", main, "evaluate", join(cwd, "wait.json")],
      {
        cwd: root,
        stdio: ["ignore", "ignore", "pipe"],
      },
    );
    const ended = once(child, "exit");
    let said = "";
    child.stderr.on("data", (part: Buffer) => {
      said += String(part);
      if (said.includes("stopping")) child.kill("SIGINT");
    });
    const held = await open(pipe, "w"); // Opens once the command waits for what it holds.
    child.kill("SIGINT");
    const [code, signal] = await ended;
    await held.close();
    expect(said).toContain("stopping");
    expect([code, signal]).toEqual([null, "SIGINT"]);
  },
);
