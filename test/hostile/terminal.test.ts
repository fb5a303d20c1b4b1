import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { modules } from "../../src/cli/modules.js";
import { plainLine, plainLines } from "../../src/plain-line.js";
import { runCommand } from "../fixture/run-command.js";

let cwd = "";
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "hindcast-hostile-"));
});
afterAll(() => rm(cwd, { recursive: true }));

const escapes = "\u001b]0;PWN\u0007";
const forged =
  "x\n::warning::FORGED\n::error file=README.md::FORGED ##[error]FORGED ##vso[task.x]FORGED";

/** A log in which the day, the name of the reward and the keys are the stranger's words. */
const logWith = (words: string, reward = "liked"): string =>
  [
    ["session", "item", "place", reward, "day"],
    ...Array.from({ length: 40 }, (_, i) => [`s${i}`, `i${i % 7}`, "1", String(i % 2), words]),
  ]
    .map((row) => row.map((cell) => `"${cell}"`).join(","))
    .join("\n");

const studyWith = (log: object, policies: object = { candidate: { rank: "place" } }): string =>
  JSON.stringify({
    log: {
      source: "log.csv",
      trajectory: "session",
      item: "item",
      rank: "place",
      rewards: ["liked"],
      exposure: { curve: { model: "log2" } },
      ...log,
    },
    policies,
  });

/** What a command says of files that a stranger wrote: words, none of which a terminal or a CI runner obeys. */
async function saidOf(
  files: Readonly<Record<string, string>>,
  ...argv: readonly string[]
): Promise<string> {
  for (const [name, text] of Object.entries(files)) await writeFile(join(cwd, name), text);
  const { code, stdout, stderr } = await runCommand(argv, { cwd, modules });
  expect(code).toBeGreaterThan(0);
  expect(stdout).toBe("");
  expect(stderr.replaceAll("\n", "")).not.toMatch(/\p{Cc}/u);
  expect(stderr).not.toMatch(/^\s*::|##\w*\[/m);
  return stderr;
}

describe.each([
  ["escapes", escapes, "PWN"],
  ["commands of a CI runner", forged, "FORGED"],
])("%s", (_, words, seen) => {
  it("in the days of a log", async () => {
    const files = { "log.csv": logWith(words), "s.json": studyWith({ day: "day" }) };
    expect(await saidOf(files, "evaluate", "s.json")).toContain(seen);
  });

  it("in a study's key and in the columns of a log", async () => {
    const files = { "log.csv": logWith("2026-11-01", words), "s.json": studyWith({ rank: words }) };
    expect(await saidOf(files, "check", "s.json")).toContain(seen);
  });

  it("in paths and arguments", async () => {
    expect(await saidOf({}, "evaluate", words)).toContain(seen);
    expect(await saidOf({}, words)).toContain(seen);
    expect(await saidOf({}, "evaluate", "s.json", `--${words}`)).toContain(seen);
    expect(await saidOf({ "s.json": studyWith({}) }, "evaluate", "s.json", "-o", words)).toBeTypeOf(
      "string",
    );
  });

  it("in the statement and the stack of --debug", async () => {
    const source = { sql: `select 1 as "${words}" from nowhere` };
    const files = { "s.json": studyWith({ source }) };
    await saidOf(files, "evaluate", "s.json", "--debug");
  });
});

describe("a plain line", () => {
  it("keeps its spaces and the letters of every script", () => {
    expect(plainLine("a  b · é 日本 ±")).toBe("a  b · é 日本 ±");
  });

  it("is one line without controls, and no command", () => {
    expect(plainLine(`a${escapes}\r\nb\u2028c`)).toBe("a\ufffd]0;PWN\ufffd b c");
    expect(plainLine("  ::error::x")).toBe("  : :error::x");
    expect(plainLine("a ##[error]b ##vso[task.x]c ## d")).toBe(
      "a ## [error]b ## vso[task.x]c ## d",
    );
    expect(plainLines("a\n::b\u0000")).toBe("a\n: :b\ufffd");
  });
});

it("names of policies are neither commands, escapes nor mentions in an answer", async () => {
  await writeFile(join(cwd, "log.csv"), logWith("2026-11-01"));
  const named = {
    "::error::FORGED": { rank: "place" },
    "##[error]FORGED": { rank: "place" },
    "##vso[task.setvariable variable=PATH]FORGED": { rank: "place" },
    [`@everyone${escapes}`]: { rank: "place" },
  };
  await writeFile(join(cwd, "s.json"), studyWith({}, named));
  for (const format of ["table", "markdown", "json"]) {
    const argv = ["evaluate", "s.json", "--format", format, "--verbose"];
    const { stdout } = await runCommand(argv, { cwd, modules });
    expect(stdout).toContain("FORGED");
    expect(stdout).not.toMatch(/^\s*::|##\w*\[/m);
    if (format === "json")
      expect(JSON.parse(stdout).study.policies).toHaveProperty("##[error]FORGED");
    expect(stdout.replaceAll("\n", "")).not.toMatch(/\p{Cc}/u);
    if (format === "markdown") expect(stdout).not.toContain("@everyone");
  }
});

it("what tally list prints as JSON holds neither", async () => {
  const name = "##[error]FORGED\u009b31m";
  await writeFile(join(cwd, "log.csv"), logWith("2026-11-01"));
  await writeFile(join(cwd, "s.json"), studyWith({}, { [name]: { rank: "place" } }));
  await runCommand(["evaluate", "s.json", "--save-tally", "t.parquet"], { cwd, modules });
  const argv = ["tally", "list", "t.parquet", "--format", "json"];
  const { stdout } = await runCommand(argv, { cwd, modules });
  expect(stdout.replaceAll("\n", "")).not.toMatch(/\p{Cc}|##\w*\[/u);
  expect(JSON.parse(stdout)[0].policies).toContain(name);
});
