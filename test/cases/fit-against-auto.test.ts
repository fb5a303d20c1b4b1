import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { modules } from "../../src/cli/modules.js";
import { type CommandResult, runCommand } from "../fixture/run-command.js";

// Drawn from `inverse`; yuleSimon fits as well, with a parameter for which it needs a cut-off. Lists end at 20 or 40.
const log = fileURLToPath(new URL("fit-against-auto.parquet", import.meta.url));
const roles = "--trajectory s --rank pos --user u --list-length ll".split(" ");

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "hindcast-cases-"));
});
afterAll(() => rm(folder, { recursive: true }));

const inFolder = (...words: readonly string[]): Promise<CommandResult> =>
  runCommand(words, { modules, cwd: folder });
const fitted = (...words: readonly string[]): Promise<CommandResult> =>
  inFolder("fit", log, ...roles, ...words);

/** The curve of `fit --output`. */
async function kept(...words: readonly string[]): Promise<{ model: string; cutoff?: number }> {
  expect(await fitted("-o", "fit.json", ...words)).toMatchObject({ code: 0 });
  const { feeds } = JSON.parse(await readFile(join(folder, "fit.json"), "utf8"));
  const { model, cutoff } = feeds[0].options;
  return { model, ...(cutoff !== undefined && { cutoff }) };
}

/** The curve that a study evaluates by. */
async function evaluated(curve: object): Promise<object> {
  const columns = { trajectory: "s", rank: "pos", user: "u", listLength: "ll" };
  const exposure = { curve };
  const study = {
    log: { source: log, ...columns, rewards: { click: { column: "c" } }, exposure },
    policies: { new: { rank: "t" } },
  };
  await writeFile(join(folder, "study.json"), JSON.stringify(study));
  const { code, stdout } = await inFolder("evaluate", "study.json", "--format", "json");
  expect(code).toBe(0);
  return JSON.parse(stdout).curves[0];
}

describe("fit and { fit: auto }", () => {
  it("take the same model, of those that need no cut-off, and fit says which does", async () => {
    expect(await kept()).toEqual({ model: "inverse" });
    expect(await evaluated({ fit: "auto" })).toMatchObject({ model: "inverse" });
    expect((await fitted()).stdout.replaceAll(/\s+/g, " ")).toContain(
      "yuleSimon would do better and is left out: yuleSimon with rho =",
    );
  });

  it("take the same model under a cut-off, which needs no --model", async () => {
    expect(await kept("--cutoff", "40")).toEqual({ model: "yuleSimon", cutoff: 40 });
    expect(await evaluated({ fit: "auto", cutoff: 40 })).toMatchObject({ model: "yuleSimon" });
  });

  it("--cutoff holds for the model that a study asks for, and for --model", async () => {
    await evaluated({ fit: "geometric" });
    const ofStudy = await inFolder("fit", "study.json", "--cutoff", "40", "-o", "of-study.json");
    expect(ofStudy.code).toBe(0);
    const { feeds } = JSON.parse(await readFile(join(folder, "of-study.json"), "utf8"));
    expect(feeds[0].options).toMatchObject({ model: "geometric", cutoff: 40 });
    expect(await kept("--model", "logAlpha", "--cutoff", "40")).toEqual({
      model: "logAlpha",
      cutoff: 40,
    });
  });

  it("a model that needs a cut-off is refused with the end of the longest list, where it is known", async () => {
    const known = await fitted("--model", "yuleSimon");
    expect(known.code).toBe(2);
    expect(known.stderr).toContain("no list of the log goes beyond rank 40");
    const words = ["fit", log, ...roles.slice(0, -2), "--model", "yuleSimon"];
    const unknown = await inFolder(...words);
    expect(unknown.stderr).not.toContain("no list of the log");
  });
});
