import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fittedFeed, fixtureFit, refusedFeed } from "../../test/fixture/fixture-fit.js";
import { type Calls, fakeModules, runCommand } from "../../test/fixture/run-command.js";
import type { FitResult } from "../evaluate/fit.js";
import { fitDocument, formatHtml, formatJson, formatText } from "../report/index.js";
import type { Modules } from "./modules.js";

let cwd = "";
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "hindcast-cli-"));
});
afterEach(() => rm(cwd, { recursive: true }));

const whole = fixtureFit([fittedFeed()]);
const giving = (result: FitResult, calls: Calls = []): Modules => {
  const fitLog = async (...given: unknown[]): Promise<FitResult> => {
    calls.push(["fitLog", ...given]);
    return result;
  };
  return fakeModules({ evaluate: { fitLog } }, calls);
};

describe("fit", () => {
  it("prints the report on stdout, and nothing else there", async () => {
    const ended = await runCommand(["fit", "study.yaml"], { modules: giving(whole) });
    expect(ended).toEqual({ code: 0, stdout: formatText(fitDocument(whole)), stderr: "" });
  });

  it("keeps the curves as JSON whatever it prints, and the page as well", async () => {
    const words = "fit study.yaml -o fit.json --html fit.html --format csv".split(" ");
    const ended = await runCommand(words, { cwd, modules: giving(whole) });
    expect(ended.code).toBe(0);
    expect(ended.stdout).toMatch(/^feed,rank,/);
    expect(ended.stderr).toBe("wrote fit.html\nwrote fit.json\n");
    expect(await readFile(join(cwd, "fit.json"), "utf8")).toBe(formatJson(fitDocument(whole)));
    expect(await readFile(join(cwd, "fit.html"), "utf8")).toBe(formatHtml(fitDocument(whole)));
  });

  it("reads a log by its columns, without a study", async () => {
    const calls: Calls = [];
    const words =
      "fit a.parquet b.parquet --trajectory session --rank place --user visitor --list-length offered --structure sample --threads 2";
    await runCommand(words.split(" "), { cwd, modules: giving(whole, calls) });
    expect(calls.map(([name]) => name)).toEqual(["openEngine", "fitLog", "close"]);
    expect(calls[0]?.[1]).toEqual({ name: "duckdb", threads: 2 });
    expect(calls[1]?.[1]).toMatchObject({
      log: {
        source: { files: [join(cwd, "a.parquet"), join(cwd, "b.parquet")] },
        trajectory: "session",
        rank: "place",
        user: "visitor",
        listLength: "offered",
        rewards: {},
        structure: "sample",
      },
      policies: {},
      exposure: {},
    });
  });

  it("leaves addresses as they are", async () => {
    const calls: Calls = [];
    const words = "fit s3://bucket/log.parquet --trajectory session --rank place".split(" ");
    await runCommand(words, { cwd, modules: giving(whole, calls) });
    expect(calls[1]?.[1]).toMatchObject({
      log: { source: { files: ["s3://bucket/log.parquet"] } },
    });
  });

  it("hands on which curve to keep", async () => {
    const calls: Calls = [];
    const words = "fit s.yaml --model table --tail geometric --after 9 --support 20 --cutoff 40";
    await runCommand(words.split(" "), { modules: giving(whole, calls) });
    const curve = { fit: "table", tail: "geometric", after: 9, support: 20 };
    expect(calls.find(([name]) => name === "fitLog")?.[2]).toMatchObject({ curve, cutoff: 40 });
    calls.length = 0;
    await runCommand(["fit", "s.yaml"], { modules: giving(whole, calls) });
    expect(calls.find(([name]) => name === "fitLog")?.[2]).not.toHaveProperty("curve");
  });
});

describe("fit refuses", () => {
  it.each([
    ["s.yaml --rank place", "--rank name columns of a log, and s.yaml is a study"],
    ["s.yaml t.parquet", "s.yaml is a study, which names its own log; give it alone."],
    [
      "s.yaml --tail geometric",
      "--tail say how a measured table is fitted; give --model table, too.",
    ],
    ["s.yaml --model inverse --support 9", "--support are of a measured table"],
    ["s.yaml --model table --after 9", "--after says where a tail begins; give --tail"],
    ["s.yaml --model yulesimon", 'it is "yulesimon". Did you mean "yuleSimon"?'],
    ["s.yaml -o fit.csv", '--output keeps curves as JSON and must end in .json; it is "fit.csv".'],
  ])("%s", async (words, message) => {
    const calls: Calls = [];
    const modules = giving(whole, calls);
    const ended = await runCommand(["fit", ...words.split(" ")], { modules });
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain(message);
    expect(calls).toEqual([]);
  });

  it("a log whose trajectories or ranks are not named, and says which columns there are", async () => {
    const calls: Calls = [];
    const words = ["fit", "log.csv", "--rank", "place"];
    const ended = await runCommand(words, { modules: giving(whole, calls) });
    expect(ended.code).toBe(1);
    expect(ended.stderr).toBe(
      "error: A log without a study needs --trajectory (the key of a trajectory); its columns are session, place.\n",
    );
    expect(calls.map(([name]) => name)).toEqual(["openEngine", "close"]);
  });
});

describe("fit of a log that does not tell", () => {
  it("ends with 2 where some feed has no curve, keeps the others, and says why", async () => {
    const modules = giving(fixtureFit());
    const ended = await runCommand(["fit", "s.yaml", "-o", "fit.json"], { cwd, modules });
    expect(ended.code).toBe(2);
    expect(ended.stdout).toBe(formatText(fitDocument(fixtureFit())));
    expect(ended.stderr).toMatch(/^wrote fit\.json\nerror: Feed search: No model can be fitted/);
    const kept = JSON.parse(await readFile(join(cwd, "fit.json"), "utf8"));
    expect(kept.feeds).toHaveLength(1);
  });

  it("writes no curves where there are none", async () => {
    const modules = giving(fixtureFit([refusedFeed(null)]));
    const ended = await runCommand(["fit", "s.yaml", "-o", "fit.json"], { cwd, modules });
    expect(ended.code).toBe(2);
    expect(ended.stderr).toMatch(/^error: No model can be fitted/);
    expect(ended.stderr).toContain("fit.json was not written: there is no curve to keep.");
    expect(await readdir(cwd)).toEqual([]);
  });
});
