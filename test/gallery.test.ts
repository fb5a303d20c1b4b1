import { execFile } from "node:child_process";
import { existsSync, readdirSync } from "node:fs";
import { copyFile, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { modules } from "../src/cli/modules.js";
import { isThorough } from "./fixture/property.js";
import { runCommand } from "./fixture/run-command.js";

/** The data is not part of the repository; it is looked for as that of Open Bandit. */
const places = process.env.HINDCAST_DATA
  ? [process.env.HINDCAST_DATA]
  : ["examples", ...readdirSync("..").map((name) => `../${name}/data`)];
const sets = ["obd", "ml-latest-small", "trec_eval"];
const data = places
  .map((place) => resolve(place))
  .find((place) => sets.every((set) => existsSync(join(place, set))));

/** Each block of the page: its commands, and what the last of them prints. */
const text = await readFile("docs/gallery.md", "utf8");
const blocks = [...text.matchAll(/^```console\n((?:\$ [^\n]*\n)+)(.*?)^```$/gms)].map(
  ([, commands = "", printed = ""]) => ({
    commands: commands
      .trim()
      .split("\n")
      .map((line) => line.slice(2)),
    printed,
  }),
);

/** Quickly: what takes little time. */
const run = blocks.filter(({ commands }) => isThorough || commands[0]?.includes("trec_eval"));

it("shows the answer to every question", () => {
  expect(blocks).toHaveLength(6);
  for (const { printed } of blocks) expect(printed).not.toBe("");
});

const title = data ? "the gallery" : "the gallery (skipped: no data)";
describe.skipIf(data === undefined)(title, () => {
  let cwd = "";
  beforeAll(async () => {
    cwd = await mkdtemp(join(tmpdir(), "hindcast-gallery-"));
    await mkdir(join(cwd, "examples"));
    for (const set of sets) await symlink(join(data ?? "", set), join(cwd, set));
    await symlink(join(data ?? "", "obd"), join(cwd, "examples", "obd"));
    for (const name of ["open-bandit-men.yaml", "open-bandit-men-reverse.yaml"]) {
      await copyFile(join("examples", name), join(cwd, "examples", name));
    }
  });
  afterAll(() => rm(cwd, { recursive: true }));

  it.each(run)("prints what it shows: $commands", async ({ commands, printed }) => {
    for (const command of commands.slice(0, -1)) await runScript(command.split(" ").slice(1), cwd);
    const last = commands.at(-1)?.replace(/^npx hindcast /, "") ?? "";
    // SQL in a study names files from the folder of the process, the page those of the reader's.
    const from = process.cwd();
    process.chdir(cwd);
    const ended = await runCommand(last.split(" "), { cwd, modules }).finally(() =>
      process.chdir(from),
    );
    expect(ended.stdout, ended.stderr).toBe(printed);
  });
});

/** A script of `examples`, with the package's own source in place of the package. */
async function runScript([name = "", ...words]: readonly string[], cwd: string): Promise<void> {
  const source = pathToFileURL(resolve("src/recommenders/index.ts")).href;
  const script = await readFile(name, "utf8");
  await writeFile(join(cwd, name), script.replace("hindcast/recommenders", source));
  await promisify(execFile)(resolve("node_modules/.bin/tsx"), [name, ...words], { cwd });
}
