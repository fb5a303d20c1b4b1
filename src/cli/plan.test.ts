import { describe, expect, it } from "vitest";
import { type Calls, fakeModules, runCommand } from "../../test/fixture/run-command.js";

const run = async (...words: readonly string[]) => {
  const calls: Calls = [];
  const made = await runCommand(["plan", ...words], { modules: fakeModules({}, calls) });
  return { ...made, calls };
};

describe("hindcast plan", () => {
  it("answers from a tally without an engine, and passes on what was asked", async () => {
    const { code, stdout, calls } = await run(
      "november.parquet",
      "--power",
      "0.9",
      "--lift",
      "0.02",
    );
    expect(code).toBe(0);
    expect(stdout).toContain("What this log can detect");
    expect(calls.map(([name]) => name)).toEqual(["readTally", "planOf"]);
    expect(calls.at(-1)?.[2]).toMatchObject({ power: 0.9, lift: 0.02 });
  });

  it("takes the tally of a study first", async () => {
    const { calls } = await run("study.yaml", "--format", "json");
    expect(calls.map(([name]) => name)).toEqual(
      expect.arrayContaining(["readStudyFile", "takeTally", "planOf"]),
    );
  });

  it("refuses a power that is none, and flags of a log next to a tally", async () => {
    const { code, stderr } = await run("november.parquet", "--power", "1.5");
    expect(code).toBe(1);
    expect(stderr).toContain("--power");
  });
});
