import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fixtureResult } from "../../test/fixture/fixture-result.js";
import { type Calls, fakeModules, runCommand } from "../../test/fixture/run-command.js";
import type { DifferenceRow, EstimateRow, Verdict } from "../evaluate/conclude/result.js";
import { restoreNumbers } from "../evaluate/conclude/withhold-numbers.js";
import {
  formatHtml,
  formatJson,
  formatMarkdown,
  loadPlotter,
  resultDocument,
} from "../report/index.js";
import { readResultFile } from "./read-result-file.js";

let cwd = "";
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "hindcast-cli-"));
});
afterEach(() => rm(cwd, { recursive: true }));

describe("report", () => {
  it("writes a page from a result, the same as evaluate would have", async () => {
    await writeFile(join(cwd, "result.json"), formatJson(resultDocument(fixtureResult())));
    const ended = await runCommand(["report", "result.json", "-o", "page.html"], { cwd });
    expect(ended).toEqual({ code: 0, stdout: "", stderr: "wrote page.html\n" });
    expect(await readFile(join(cwd, "page.html"), "utf8")).toBe(
      formatHtml(resultDocument(fixtureResult()), { plotter: await loadPlotter() }),
    );
  });

  it("keeps the truth that a demo wrote next to its result", async () => {
    const truth = [{ policy: "candidate", reward: "like", feed: null, value: 0.43 }];
    await writeFile(join(cwd, "result.json"), formatJson(resultDocument(fixtureResult(), truth)));
    const { stdout } = await runCommand(["report", "result.json"], { cwd });
    expect(stdout).toBe(
      formatHtml(resultDocument(fixtureResult(), truth), { plotter: await loadPlotter() }),
    );
  });

  it("reads what version 0.1.0 wrote: no curves, confidence and rewards in the study alone", async () => {
    const { curves, confidence, rewards, ...older } = fixtureResult({ whatIf: [] });
    await writeFile(join(cwd, "old.json"), JSON.stringify(older));
    const { stdout } = await runCommand(["report", "old.json", "-f", "markdown"], { cwd });
    const { whatIf: _, ...now } = fixtureResult({ curves: [] });
    expect(stdout).toBe(formatMarkdown(resultDocument(now)));
    expect(stdout).toContain(`${100 * confidence} % interval`);
    expect(stdout).toContain("(lower is better)");
    expect([curves.length, rewards.length]).toEqual([2, 2]);
  });

  it("reads results whose withheld numbers stand beside the code, as earlier versions wrote them", async () => {
    const now = fixtureResult();
    const before = (line: Verdict | EstimateRow | DifferenceRow) => ({
      ...restoreNumbers(line),
      ...(line.withheld && { withheld: line.withheld.code }),
    });
    const older = {
      ...now,
      verdicts: now.verdicts.map(restoreNumbers),
      estimates: now.estimates.map(before),
      differences: now.differences.map(before),
    };
    for (const [name, result] of Object.entries({
      now,
      older,
      marked: { ...older, verdicts: now.verdicts.map(before) },
    }))
      await writeFile(join(cwd, `${name}.json`), JSON.stringify(result));
    const [wanted, ...read] = await Promise.all(
      ["now", "older", "marked"].map(
        async (name) => (await readResultFile(join(cwd, `${name}.json`))).result,
      ),
    );
    expect(read).toEqual([wanted, wanted]);
    expect(wanted?.estimates.some(({ withheld }) => withheld !== undefined)).toBe(true);
    const shown = (name: string, ...more: readonly string[]) =>
      runCommand(["report", `${name}.json`, ...more], { cwd });
    for (const format of ["markdown", "csv", "html"])
      expect((await shown("older", "-f", format)).stdout).toBe(
        (await shown("now", "-f", format)).stdout,
      );
  });

  it("shows every check of every verdict with --full", async () => {
    const text = async (...more: readonly string[]): Promise<string> =>
      (await runCommand(["report", "t.parquet", "-f", "table", ...more], { cwd })).stdout;
    expect(await text("--verbose")).toContain("no evidence of 2 other threats");
    const full = await text("--full");
    expect(full).not.toContain("other threats");
    expect(full).toMatch(/rewards end sessions +yes/);
  });

  it("writes to stdout without --output, in any format", async () => {
    const { stdout } = await runCommand(["report", "t.parquet", "-f", "markdown"], { cwd });
    expect(stdout).toBe(formatMarkdown(resultDocument(fixtureResult())));
  });

  it.each(["{}", "[]", "no json", '{"hindcast":"1"}'])("refuses %s", async (text) => {
    await writeFile(join(cwd, "result.json"), text);
    const ended = await runCommand(["report", "result.json"], { cwd });
    expect(ended.code).toBe(1);
    expect(ended.stderr).toMatch(/^error: .*is not a result \(.*--format json/);
  });
});

it("report refuses a result that nests without end, in a sentence", async () => {
  const nested = `${'{"a":'.repeat(3000)}1${"}".repeat(3000)}`;
  const result = JSON.stringify(fixtureResult()).replace('"study":{', `"study":{"deep":${nested},`);
  await writeFile(join(cwd, "result.json"), result);
  const ended = await runCommand(["report", "result.json"], { cwd });
  expect(ended.code).toBe(1);
  expect(ended.stderr).toMatch(/is not a result \(it nests more than 100 values\)/);
});

describe("simulate", () => {
  it("hands its size on, and prints the truth", async () => {
    const calls: Calls = [];
    const words = "simulate -o log.parquet --seed 7 --impressions 1000 --study s.yaml".split(" ");
    const ended = await runCommand(words, { cwd, modules: fakeModules({}, calls) });
    expect(calls[0]?.[1]).toMatchObject({
      seed: 7,
      impressions: 1000,
      output: join(cwd, "log.parquet"),
    });
    expect(ended.stdout).toMatch(
      /^policy +reward +feed +truth per trajectory\ncandidate +like +\(all\) +0\.430000\nproduction +like +\(all\) +0\.410000\n$/,
    );
    expect(await readFile(join(cwd, "s.yaml"), "utf8")).toBe("log:\n  source: log.parquet\n");
  });

  it("refuses a log whose name does not end in .parquet", async () => {
    const calls: Calls = [];
    const modules = fakeModules({}, calls);
    const ended = await runCommand(["simulate", "-o", "x.csv"], { cwd, modules });
    expect(ended.code).toBe(1);
    expect(ended.stderr).toBe(
      'error: --output must end in .parquet, as the log is Parquet; it is "x.csv".\n',
    );
    expect(calls).toEqual([]);
  });

  it("refuses two sizes and odd numbers together", async () => {
    const words = "simulate -o l.parquet --users 3 --impressions 5 --seed -1".split(" ");
    const ended = await runCommand(words, { cwd });
    expect(ended.code).toBe(1);
    expect(ended.stderr.match(/^error: /gm)).toHaveLength(2);
  });
});

describe("check of a log without a study", () => {
  it("hands on the columns that flags name", async () => {
    const calls: Calls = [];
    const words = ["check", "log.parquet", "--trajectory", "session", "--rank", "place"];
    const ended = await runCommand(words, { cwd, modules: fakeModules({}, calls) });
    expect(ended.code).toBe(0);
    const study = calls.find(([name]) => name === "check")?.[1];
    expect(study).toMatchObject({
      log: { source: { files: [join(cwd, "log.parquet")] }, trajectory: "session", rank: "place" },
    });
  });

  it("says which columns it needs, as a problem of the log", async () => {
    const ended = await runCommand(["check", "log.parquet"], { cwd });
    expect(ended.code).toBe(2);
    expect(ended.stdout).toMatch(/--trajectory [\s\S]*--rank [\s\S]*session,\s+place/);
  });
});

describe("demo", () => {
  it("leaves a log, a study, a result and a page, and says what the truth makes of the verdicts", async () => {
    const ended = await runCommand(["demo", "-o", "d"], { cwd });
    expect(ended.code).toBe(0);
    expect((await readdir(join(cwd, "d"))).sort()).toEqual([
      "report.html",
      "result.json",
      "study.yaml",
    ]);
    expect(ended.stdout).toMatch(
      /The log is simulated: 1 of 1 decided verdicts are right, 0 of 1 intervals contain\s+the\s+truth\./,
    );
    expect(ended.stderr).toContain("hindcast evaluate d/study.yaml");
    const env = { npm_lifecycle_event: "demo" };
    const inClone = await runCommand(["demo", "-o", "d"], { cwd, env });
    expect(inClone.stderr).toContain("npm run --silent hindcast -- evaluate d/study.yaml");
    const result = JSON.parse(await readFile(join(cwd, "d", "result.json"), "utf8"));
    expect(result.truth).toHaveLength(2);
  });
});
