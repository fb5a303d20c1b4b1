import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { randomInteractions } from "../../test/fixture/random-interactions.js";
import { type CommandResult, fakeModules, runCommand } from "../../test/fixture/run-command.js";
import * as recommenders from "../recommenders/index.js";
import * as paper from "./loaded/paper.js";

const small = {
  families: [
    { model: "ease", grid: [50, 500].map((l2) => ({ l2 })) },
    { model: "kunn", grid: [{ Ku: 4, Ki: 4 }] },
  ],
  cutoff: 5,
};

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hindcast-reproduce-"));
  const { user, item } = randomInteractions("reproduce", 60, 20);
  const lines = Array.from(user, (own, at) => `${own}::${item[at]}::5::${at}`);
  await writeFile(join(folder, "ratings.dat"), lines.join("\n"));
  await writeFile(join(folder, "bad.dat"), "1::2::3\n");
});
afterAll(() => rm(folder, { recursive: true }));

const reproduce = (...argv: readonly string[]): Promise<CommandResult> =>
  runCommand(["reproduce", ...argv], {
    cwd: folder,
    modules: fakeModules({ recommenders: { ...recommenders, figureTwo: small } }),
  });

describe("hindcast reproduce", () => {
  it("compares models and writes the page", async () => {
    const asked = ["figure2", "--ratings", "ratings.dat", "--threads", "1"];
    const { code, stdout, stderr } = await reproduce(...asked, "--html", "figure.html");
    expect(code).toBe(0);
    expect(stdout).toContain("P(disagreement)");
    expect(stderr).toMatch(/3 models in \d+\.\d s/);
    expect(await readFile(join(folder, "figure.html"), "utf8")).toContain(
      '<svg role="img" aria-label="nDCG against DCG, one mark per model"',
    );
    const json = JSON.parse((await reproduce(...asked, "--format", "json")).stdout);
    expect(json.seconds).toBeGreaterThan(0);
    expect(json.models.map(({ name }: { readonly name: string }) => name)).toContain(
      "ease(l2: 50)",
    );
  });

  it("prints the counterexample with its seed", async () => {
    const modules = fakeModules({ paper });
    const { code, stdout, stderr } = await runCommand(["reproduce", "table1", "--seed", "7"], {
      modules,
    });
    expect([code, stdout.includes("nDCG divides by the sum of all labels")]).toEqual([0, true]);
    expect(stderr).toMatch(/Seed 7, \d+\.\d s: hindcast reproduce table1 --seed 7/);
    const json = await runCommand(["reproduce", "table1", "-f", "json"], { modules });
    expect(JSON.parse(json.stdout)).toMatchObject({ seed: 1, seconds: expect.any(Number) });
  });

  it("simulates weeks, and stops when it is told to", async () => {
    const modules = fakeModules({ paper });
    const few = ["--weeks", "2", "--users", "200"];
    const { code, stdout } = await runCommand(["reproduce", "figure1", ...few], { modules });
    expect([code, /falsely detected +above 0$/m.test(stdout)]).toEqual([0, true]);
    const signal = AbortSignal.abort();
    const stopped = await runCommand(["reproduce", "table2", ...few], { modules, signal });
    expect([stopped.code, stopped.stdout]).toEqual([130, ""]);
  });

  it.each([
    [["table1", "--ratings", "ratings.dat"], 1, "table1 does not read --ratings"],
    [["table2", "--weeks", "1"], 1, "--weeks must be a whole number of at least 2"],
    [["figure9", "--ratings", "ratings.dat"], 1, "There is no figure9 to reproduce"],
    [["figure2"], 1, "--ratings must name a file of ratings"],
    [["figure2", "--ratings", "none.dat"], 2, "There is no file"],
    [["figure2", "--ratings", "bad.dat"], 2, "bad.dat, line 1: expected"],
  ])("refuses %j", async (argv, expected, message) => {
    const { code, stderr } = await reproduce(...argv);
    expect(code).toBe(expected);
    expect(stderr).toContain(message);
  });
});
