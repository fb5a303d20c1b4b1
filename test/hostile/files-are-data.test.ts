import { execFileSync } from "node:child_process";
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { modules } from "../../src/cli/modules.js";
import { readTally } from "../../src/evaluate/read-tally.js";
import { saveTally } from "../../src/tally/tally-file.js";
import { inTurn, isInTurn, repetitions } from "../fixture/property.js";
import { type CommandResult, runCommand } from "../fixture/run-command.js";

let cwd = "";
let server: Server;
const heard: string[] = [];
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "hindcast-files-"));
  server = createServer((request, response) => {
    heard.push(`${request.url} ${request.headers.authorization ?? ""}`);
    response.end();
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  // Whoever opens it waits for ever.
  execFileSync("mkfifo", [join(cwd, "pipe")]);
  const rows = Array.from({ length: 800 }, (_, i) => {
    const [list, rank] = [i >> 1, 1 + (i % 2)];
    return [list, rank, 3 - rank, i % 3 === 0 ? 1 : 0, `u${list}`, `2026-11-0${1 + (list % 4)}`];
  }).filter((_, i) => i % 2 <= (i >> 1) % 3);
  await writeFile(join(cwd, "log.csv"), `t,pos,other,click,u,day\n${rows.join("\n")}\n`);
});
afterAll(async () => {
  server.close();
  await rm(cwd, { recursive: true });
});

const env = { HINDCAST_CLICKHOUSE_USER: "ci", HINDCAST_CLICKHOUSE_PASSWORD: "topsecret" };
const hindcast = (...words: readonly string[]): Promise<CommandResult> =>
  runCommand(words, { cwd, modules, env });

const log = {
  ...{ source: "log.csv", trajectory: "t", rank: "pos", user: "u", day: "day" },
  rewards: ["click"],
};
const study = (more: object = {}, exposure: object = { curve: { model: "log2" } }): object => ({
  log: { ...log, exposure },
  policies: { new: { rank: "other" } },
  ...more,
});
const write = (name: string, value: object): Promise<void> =>
  writeFile(join(cwd, name), JSON.stringify(value));

/** All that a study may name which is opened or run. */
function hostile(): object {
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const pipe = join(cwd, "pipe");
  return {
    engine: { name: "clickhouse", url, user: "x", passwordFile: pipe },
    truth: pipe,
    online: { results: { sql: `select * from read_text('${pipe}')` } },
    path: pipe,
    sql: `select * from read_text('${pipe}')`,
    url,
  };
}

it("a tally's study is never run: no server, no file, no query", async () => {
  await write("s.json", study());
  expect((await hindcast("evaluate", "s.json", "--save-tally", "plain.parquet")).code).toBe(0);
  const tally = await readTally(join(cwd, "plain.parquet"));
  const { engine, truth, online, sql } = hostile() as Record<string, unknown>;
  const own = tally.about.study as { log: object };
  const changed = { ...own, engine, truth, online, log: { ...own.log, source: { sql } } };
  const about = { ...tally.about, study: changed };
  await saveTally({ ...tally, about }, join(cwd, "edited.parquet"), { keepUsers: true });
  const commands = [
    ["evaluate", "edited.parquet", "--what-if"],
    ["evaluate", "edited.parquet", "--save-tally", "again.parquet"],
    ["plan", "edited.parquet"],
    ["report", "edited.parquet", "--format", "markdown"],
    ["tally", "list", "edited.parquet"],
    ["tally", "diff", "edited.parquet", "plain.parquet"],
    ["tally", "add", "edited.parquet", "-o", "sum.parquet"],
  ];
  for (const words of inTurn(commands)) {
    const { code, stderr } = await hindcast(...words);
    expect([words, code, stderr]).toEqual([words, 0, expect.any(String)]);
  }
  expect(heard).toEqual([]);
});

describe("fields that nobody reads change no byte", () => {
  it.runIf(isInTurn(0, repetitions(2, 1)))("of a file of curves", async () => {
    await write("s.json", study({}, { curve: { fit: "yuleSimon", cutoff: 2 } }));
    expect((await hindcast("fit", "s.json", "-o", "fit.json")).code).toBe(0);
    await write("of-file.json", study({}, { curve: { file: "fit.json" } }));
    const plain = await hindcast("evaluate", "of-file.json", "--format", "json");
    const fit = JSON.parse(await readFile(join(cwd, "fit.json"), "utf8"));
    const [feed] = fit.feeds;
    const options = { ...feed.options, ...hostile() };
    await write("fit.json", { ...fit, ...hostile(), feeds: [{ ...feed, ...hostile(), options }] });
    const edited = await hindcast("evaluate", "of-file.json", "--format", "json");
    expect([plain.code, edited.stderr]).toEqual([0, plain.stderr]);
    expect(edited.stdout === plain.stdout).toBe(true);
    expect(heard).toEqual([]);
  });

  it.runIf(isInTurn(1, repetitions(2, 1)))("of known answers", async () => {
    const row = { policy: "new", reward: "click", feed: null, value: 0.4 };
    await write("s.json", study({ truth: "truth.json" }));
    await write("truth.json", { truth: [row] });
    const plain = await hindcast("evaluate", "s.json", "--format", "markdown");
    await write("truth.json", { ...hostile(), truth: [{ ...row, ...hostile() }] });
    const edited = await hindcast("evaluate", "s.json", "--format", "markdown");
    expect([plain.code, edited.stdout]).toEqual([0, plain.stdout]);
    expect(heard).toEqual([]);
  });
});

it("results that came with a study, in a folder that is open to others, are not believed", async () => {
  await write("s.json", study());
  await mkdir(join(cwd, "s.json.kept"));
  await chmod(join(cwd, "s.json.kept"), 0o755);
  const { code, stderr } = await hindcast("evaluate", "s.json", "--resume");
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining(
      "s.json.kept is open to others, and what --resume keeps is in a folder",
    ),
  ]);
  await chmod(join(cwd, "s.json.kept"), 0o700);
  expect((await hindcast("evaluate", "s.json", "--resume")).code).toBe(0);
});
