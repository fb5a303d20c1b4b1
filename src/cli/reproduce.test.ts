import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { randomInteractions } from "../../test/fixture/random-interactions.js";
import { type CommandResult, fakeModules, runCommand } from "../../test/fixture/run-command.js";
import * as recommenders from "../recommenders/index.js";

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
    expect(await readFile(join(folder, "figure.html"), "utf8")).toContain('<svg class="scatter"');
    const json = JSON.parse((await reproduce(...asked, "--format", "json")).stdout);
    expect(json.models.map(({ name }: { readonly name: string }) => name)).toContain(
      "ease(l2: 50)",
    );
  });

  it.each([
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
