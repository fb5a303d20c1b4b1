import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { log } from "../../test/fixture/fixture-result.js";
import { fakeModules, runCommand } from "../../test/fixture/run-command.js";
import {
  EngineError,
  InternalError,
  LogError,
  reason,
  StudyError,
  UnsupportedError,
} from "../errors.js";
import type { SavedTally } from "../tally/tally-file.js";
import { commands } from "./commands/index.js";
import { exitCodes } from "./exit-codes.js";

describe("help", () => {
  it("lists every command, the exit codes and examples", async () => {
    const { code, stdout, stderr } = await runCommand(["--help"]);
    expect([code, stderr]).toEqual([0, ""]);
    for (const { name, summary } of commands)
      expect(stdout).toMatch(new RegExp(`${name}.*${summary.slice(0, 20)}`));
    for (const { code: listed, meaning } of Object.values(exitCodes)) {
      expect(stdout).toContain(`${listed}  ${meaning}`);
    }
    expect(stdout).toContain("$ hindcast evaluate study.yaml");
    await expect(stdout).toMatchFileSnapshot("__snapshots__/help.txt");
  });

  it.each(commands.map(({ name }) => name))(
    "of %s begins with an example and fits 100 columns",
    async (name) => {
      const { code, stdout } = await runCommand([name, "--help"]);
      expect(code).toBe(0);
      expect(stdout.slice(0, 40)).toContain(`  $ hindcast ${name}`);
      expect(stdout.split("\n").filter((line) => line.length > 100)).toEqual([]);
      expect((await runCommand(["help", name])).stdout).toBe(stdout);
    },
  );

  it("goes to stderr, with code 1, where no command is named", async () => {
    const ended = await runCommand([]);
    expect(ended.code).toBe(1);
    expect(ended.stdout).toBe("");
    expect(ended.stderr).toContain("Usage: hindcast");
  });

  it("prints the version", async () => {
    expect((await runCommand(["--version"])).stdout).toMatch(/^\d+\.\d+\.\d+/);
  });
});

describe("mistyped words", () => {
  it.each([
    [["evalute", "s.yaml"], "Did you mean evaluate?"],
    [["evaluate", "s.yaml", "--formt", "json"], "Did you mean --format?"],
    [["evaluate"], "missing required argument 'input'"],
    [["demo", "a"], "too many arguments"],
  ])("%j end with 1", async (words, message) => {
    const ended = await runCommand(words);
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain(message);
    expect(ended.stdout).toBe("");
  });
});

describe("errors", () => {
  const problem = reason("columnMissing", "The column liked is missing; name another.");
  const failing = (error: unknown) =>
    fakeModules({ study: { readStudyFile: () => Promise.reject(error) } });

  it.each([
    [1, new StudyError(problem)],
    [1, new UnsupportedError(problem)],
    [2, new LogError(problem)],
    [4, new EngineError("internal", problem)],
    [4, new InternalError("A promise was broken.")],
    [4, new TypeError("x is not a function")],
  ])("end with %i, in words", async (code, error) => {
    const ended = await runCommand(["evaluate", "s.yaml"], { modules: failing(error) });
    expect(ended.code).toBe(code);
    expect(ended.stderr).toContain(`error: ${error.message}\n`);
    expect(ended.stderr).not.toContain("    at ");
    expect(ended.stdout).toBe("");
  });

  it("tell every problem on a line of its own", async () => {
    const error = new StudyError([problem, reason("rankInvalid", "The rank must be whole.")]);
    const { stderr } = await runCommand(["evaluate", "s.yaml"], { modules: failing(error) });
    expect(stderr).toBe(`error: ${problem.message}\nerror: The rank must be whole.\n`);
  });

  it("show the stack and the statement with --debug only", async () => {
    const error = new EngineError("syntax", problem, { sql: "SELECT 41" });
    const modules = failing(error);
    expect((await runCommand(["evaluate", "s.yaml"], { modules })).stderr).not.toContain(
      "SELECT 41",
    );
    for (const debugged of [
      await runCommand(["evaluate", "s.yaml", "--debug"], { modules }),
      await runCommand(["evaluate", "s.yaml"], { modules, env: { HINDCAST_DEBUG: "1" } }),
    ]) {
      expect(debugged.stderr).toContain("SELECT 41");
      expect(debugged.stderr).toContain("    at ");
    }
  });

  it("of the file system are sentences", async () => {
    const ended = await runCommand(["report", "no.json"], { cwd: "/nowhere" });
    expect(ended).toMatchObject({
      code: 1,
      stderr: "error: /nowhere/no.json: there is no such file or folder.\n",
    });
  });
});

describe("Ctrl-C", () => {
  it("ends with 130, writes nothing, and closes the engine", async () => {
    const cwd = await mkdtemp(join(tmpdir(), "hindcast-cli-"));
    const controller = new AbortController();
    let closed = 0;
    const close = async (): Promise<void> => {
      closed += 1;
    };
    const withEngine = async <T>(_: unknown, use: (engine: never) => Promise<T>): Promise<T> =>
      use({} as never).finally(close);
    const takeTally = async (): Promise<never> => {
      controller.abort();
      throw new EngineError("cancelled", reason("cancelled", "The query was cancelled."));
    };
    const modules = fakeModules({ evaluate: { withEngine, takeTally } });
    const { signal } = controller;
    const words = ["evaluate", "s.yaml", "-o", "r.json", "--save-tally", "t.parquet"];
    const ended = await runCommand(words, { modules, signal, cwd });
    expect(ended.code).toBe(130);
    expect(ended.stdout).toBe("");
    expect(ended.stderr).toBe("interrupted: nothing was written; the log is untouched.\n");
    expect(await readdir(cwd)).toEqual([]);
    expect(closed).toBe(1);
    await rm(cwd, { recursive: true });
  });

  it("says which file was kept", async () => {
    const cwd = await mkdtemp(join(tmpdir(), "hindcast-cli-"));
    const controller = new AbortController();
    const { writeFile } = await import("node:fs/promises");
    const saveTally = async (_: unknown, path: string): Promise<SavedTally> => {
      await writeFile(path, "sums");
      controller.abort();
      return { rowsOf: "group", clusters: 3000, groups: 128, small: 0 };
    };
    const modules = fakeModules({ tally: { saveTally } });
    const words = ["evaluate", "s.yaml", "-o", "r.json", "--save-tally", "t.parquet"];
    const ended = await runCommand(words, { modules, signal: controller.signal, cwd });
    expect(ended.code).toBe(130);
    expect(ended.stderr).toContain("\ninterrupted: kept t.parquet, whole; the log is untouched.\n");
    expect(await readdir(cwd)).toEqual(["t.parquet"]);
    await rm(cwd, { recursive: true });
  });
});

describe("check", () => {
  const words = ["check", "s.yaml", "--full"];

  it("ends with 0 on a usable log", async () => {
    const { code, stdout } = await runCommand(words);
    expect(code).toBe(0);
    expect(stdout).toMatch(/^The log is usable\./);
  });

  it.each([
    ["html", /^<!doctype html>[\s\S]*<h1>The log is usable<\/h1>/],
    ["markdown", /^# The log is usable\.\n/],
    ["csv", /^row,/],
    ["json", /^\{\n {2}"log": \{/],
  ])("writes %s as every document", async (format, expected) => {
    const { stdout } = await runCommand([...words, "--format", format]);
    expect(stdout).toMatch(expected);
  });

  it("ends with 2 where there are problems, and says what the log supports", async () => {
    const check = async () => ({
      log,
      counts: {},
      problems: [reason("duplicateRank", "12 trajectories show a rank twice.")],
      warnings: [],
      supports: [
        { policy: "a", estimator: "dcg", supported: true, reason: null },
        {
          policy: "b",
          estimator: "dcg",
          supported: false,
          reason: reason("rankMissing", "b has no rank."),
        },
      ],
    });
    const { code, stdout } = await runCommand(words, {
      modules: fakeModules({ evaluate: { check } }),
    });
    expect(code).toBe(2);
    expect(stdout).toContain("duplicate rank\n    12 trajectories show a rank twice.");
    expect(stdout).toContain("  dcg\n    of a\n    not of b: b has no rank.");
  });
});
