import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type CommandResult, runCommand } from "../test/fixture/run-command.js";
import { modules } from "./cli/modules.js";

let cwd = "";
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "hindcast-forms-"));
  const lines = Array.from({ length: 300 }, (_, i) => {
    const depth = 1 + ((i * 7) % 4);
    return Array.from({ length: depth }, (_, at) => `${i},${at + 1},${depth - at},${i % 2}`);
  });
  await writeFile(join(cwd, "log.csv"), `s,pos,other,click\n${lines.flat().join("\n")}\n`);
  await writeFile(
    join(cwd, "study.json"),
    JSON.stringify({
      log: { source: "log.csv", trajectory: "s", rank: "pos", rewards: ["click"] },
      policies: { new: { rank: "other" } },
    }),
  );
  const words = ["evaluate", "study.json", "-o", "result.json"];
  expect(await hindcast(...words)).toMatchObject({ code: 0 });
  expect(await hindcast("fit", "study.json", "-o", "fit.json")).toMatchObject({ code: 0 });
  expect(await hindcast("check", "study.json", "-o", "check.json")).toMatchObject({ code: 0 });
  expect(await hindcast("plan", "study.json", "-o", "plan.json")).toMatchObject({ code: 0 });
});
afterAll(() => rm(cwd, { recursive: true }));

const hindcast = (...words: readonly string[]): Promise<CommandResult> =>
  runCommand(words, { modules, cwd });

it.each(["plan", "check", "evaluate", "fit", "compare", "sql --dialect duckdb"])(
  "%s calls a result a result, in one sentence",
  async (command) => {
    const { code, stdout, stderr } = await hindcast(...command.split(" "), "result.json");
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(
      /^error: \S*result\.json: Expected a study, and this is a result, .*\n$/,
    );
  },
);

it.each([
  ["fit.json", "curves, which fit wrote: a study takes them by log.exposure.curve"],
  ["check.json", "the answer of check"],
  ["plan.json", "what a command of hindcast wrote"],
])("a study that is %s is called that", async (file, words) => {
  const { code, stderr } = await hindcast("evaluate", file);
  expect([code, stderr.split("\n").length]).toEqual([1, 2]);
  expect(stderr).toContain(words);
});

it.each([
  ["study.json", "it is a study: evaluate it first"],
  ["study.yaml", "by its name it is a study: evaluate it first"],
  ["fit.json", "it is curves, which fit wrote"],
])("report says that %s is no result", async (file, words) => {
  const { code, stderr } = await hindcast("report", file);
  expect(code).toBe(1);
  expect(stderr).toContain(words);
});
