import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, open, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, it } from "vitest";
import { fixtureResult } from "../../test/fixture/fixture-result.js";
import { isInTurn, repetitions } from "../../test/fixture/property.js";
import { formatJson, resultDocument } from "../report/index.js";

const main = fileURLToPath(new URL("./main.ts", import.meta.url));
const tsx = import.meta.resolve("tsx");

let cwd = "";
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "hindcast-main-"));
});
afterEach(() => rm(cwd, { recursive: true }));

function start(...words: readonly string[]): { child: ChildProcess; stderr: () => string } {
  const child = spawn(process.execPath, ["--import", tsx, main, ...words], { cwd });
  const parts: string[] = [];
  child.stderr?.on("data", (chunk) => parts.push(String(chunk)));
  return { child, stderr: () => parts.join("") };
}

async function until(condition: () => Promise<boolean>): Promise<void> {
  while (!(await condition())) await new Promise((resolve) => setTimeout(resolve, 20));
}

/** Each of these tests starts processes: a quick run tries one of three. */
const shares = repetitions(3, 1);

it.runIf(isInTurn(0, shares))("does not crash where a reader closes early", async () => {
  const estimates = Array.from(
    { length: repetitions(800, 5000) },
    () => fixtureResult().estimates[0],
  ).flatMap((row) => (row === undefined ? [] : [row]));
  await writeFile(join(cwd, "r.json"), formatJson(resultDocument(fixtureResult({ estimates }))));
  const { child, stderr } = start("report", "r.json", "--format", "json");
  child.stdout?.once("data", () => child.stdout?.destroy());
  const [code] = await once(child, "close");
  expect([code, stderr()]).toEqual([0, ""]);
});

it.runIf(isInTurn(1, shares))("ends with 1 and a sentence on a mistyped command", async () => {
  const { child, stderr } = start("simulat");
  const [code] = await once(child, "close");
  expect([code, stderr()]).toEqual([
    1,
    "error: unknown command 'simulat' (Did you mean simulate?)\n",
  ]);
});

it.runIf(isInTurn(1, shares))(
  "on SIGTERM ends with 143, says what was kept and leaves no file",
  async () => {
    const { child, stderr } = start("simulate", "--users", "10000000", "--output", "log.parquet");
    child.stdout?.resume();
    await until(async () => (await readdir(cwd)).length > 0);
    child.kill("SIGTERM");
    const [code] = await once(child, "close");
    expect(code).toBe(143);
    expect(stderr()).toContain("interrupted: nothing was written; the log is untouched.");
    expect(await readdir(cwd)).toEqual([]);
  },
);

it.runIf(isInTurn(2, shares))("stopped twice ends at once, and leaves no file", async () => {
  const { child, stderr } = start("simulate", "--users", "10000000", "--output", "log.parquet");
  child.stdout?.resume();
  await until(async () => (await readdir(cwd)).length > 0);
  child.kill("SIGHUP");
  child.kill("SIGINT");
  const [, signal] = await once(child, "close");
  // A shell calls these 129 and 130.
  expect(["SIGHUP", "SIGINT"]).toContain(signal);
  expect(stderr()).toContain("stopping; once more to stop at once");
  expect(await readdir(cwd)).toEqual([]);
});

it.runIf(isInTurn(2, shares))("says that stdout takes nothing more, without a stack", async () => {
  const full = await open("/dev/full", "w");
  const child = spawn(process.execPath, ["--import", tsx, main, "--help"], {
    stdio: ["ignore", full.fd, "pipe"],
  });
  let said = "";
  child.stderr?.on("data", (chunk) => {
    said += String(chunk);
  });
  const [code] = await once(child, "close");
  await full.close();
  expect(code).toBe(4);
  expect(said).toMatch(/^error: the answer cannot be written: [^\n]*\n$/);
});
