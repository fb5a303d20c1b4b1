import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { asEstimated } from "../../test/fixture/as-estimated.js";
import { type Calls, fakeModules, runCommand } from "../../test/fixture/run-command.js";
import type { Result } from "../evaluate/conclude/result.js";
import { restoreNumbers } from "../evaluate/conclude/withhold-numbers.js";
import { modules } from "./modules.js";

const study = `log:
  source: log.csv
  trajectory: session
  rank: place
  rewards: { like: liked }
  exposure: { curve: { fit: yuleSimon, cutoff: 8 } }
policies:
  swapped: { rank: place2 }
baseline: logged
estimators: [mean, dcg]
`;

/** 400 sessions whose neighbours change places under the policy, and that stop at ranks 1 to 8, the deeper the rarer. */
function log(): string {
  const lines = ["session,place,place2,liked"];
  for (let session = 0; session < 400; session++) {
    const depth = Math.min(8, Math.floor(40 / ((session % 40) + 4)) + 1);
    for (let rank = 1; rank <= depth; rank++) {
      lines.push(
        `${session},${rank},${rank % 2 === 1 ? rank + 1 : rank - 1},${(session + rank) % 5 === 0 ? 1 : 0}`,
      );
    }
  }
  return `${lines.join("\n")}\n`;
}

let cwd = "";
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "hindcast-cli-"));
  await writeFile(join(cwd, "study.yaml"), study);
  await writeFile(join(cwd, "log.csv"), log());
});
afterAll(() => rm(cwd, { recursive: true }));

const answer = async (...words: readonly string[]): Promise<Result> => {
  const ended = await runCommand(["evaluate", ...words, "--format", "json"], { cwd, modules });
  expect([ended.code, ended.code === 0 ? "" : ended.stderr]).toEqual([0, ""]);
  return JSON.parse(ended.stdout) as Result;
};

describe("evaluate --what-if", () => {
  it("answers under other curves, and the rest of the answer stays", async () => {
    const { whatIf, ...rest } = await answer("study.yaml", "--what-if");
    expect(await answer("study.yaml")).toEqual(rest);
    expect(whatIf).toHaveLength(1);
    const [used] = whatIf?.[0]?.curves ?? [];
    const decided = rest.differences.find(
      ({ estimator, policy, day }) => estimator === "dcg" && policy === "swapped" && day === null,
    );
    if (used === undefined || "none" in used) throw new Error("no answer as used");
    if (decided === undefined || "none" in decided) throw new Error("no difference");
    expect(used.differences[0]?.value).toBeCloseTo(asEstimated(rest, restoreNumbers(decided)), 10);
  });

  it("asks a saved tally as it asks the log", async () => {
    const whole = await answer(
      "study.yaml",
      "--what-if",
      "--save-tally",
      "kept.parquet",
      "--keep-users=personal-data",
    );
    expect((await answer("kept.parquet", "--what-if")).whatIf).toEqual(whole.whatIf);
    expect(await answer("kept.parquet")).not.toHaveProperty("whatIf");
  });

  it("says it on the terminal", async () => {
    const { stdout } = await runCommand(["evaluate", "study.yaml", "--what-if"], { cwd, modules });
    const whole = ["evaluate", "study.yaml", "--what-if", "--verbose"];
    const verbose = await runCommand(whole, { cwd, modules });
    expect(stdout).toContain("\nUnder other curves\n");
    expect(verbose.stdout).toMatch(/^ {2}Curve: yuleSimon, rho \d/m);
    expect(stdout).toMatch(/^ {2}swapped .*\brho\b/m);
  });

  it("is passed to the scan and to the tally, and to neither without the flag", async () => {
    for (const flag of [true, false]) {
      const calls: Calls = [];
      const words = ["evaluate", "s.yaml", ...(flag ? ["--what-if"] : [])];
      await runCommand(words, { modules: fakeModules({}, calls) });
      const options = (name: string): unknown => calls.find(([called]) => called === name)?.[2];
      for (const name of ["takeTally", "conclude"]) {
        if (flag) expect(options(name)).toMatchObject({ whatIf: true });
        else expect(options(name)).not.toHaveProperty("whatIf");
      }
    }
  });
});
