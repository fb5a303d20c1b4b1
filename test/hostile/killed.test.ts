import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, expect, it } from "vitest";
import { modules } from "../../src/cli/modules.js";
import { inTurn } from "../fixture/property.js";
import { runCommand } from "../fixture/run-command.js";

const main = fileURLToPath(new URL("../../src/cli/main.ts", import.meta.url));
const outputs = ["r.json", "r.html", "t.parquet"] as const;
const words = [
  "evaluate",
  "s.json",
  "-o",
  "r.json",
  "--html",
  "r.html",
  "--save-tally",
  "t.parquet",
];

let cwd = "";
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "hindcast-killed-"));
  const rows = Array.from(
    { length: 400 },
    (_, i) => `${i >> 1},${1 + (i % 2)},${2 - (i % 2)},${i % 3 ? 0 : 1}`,
  );
  await writeFile(join(cwd, "log.csv"), `session,place,other,liked\n${rows.join("\n")}\n`);
  const exposure = { curve: { model: "log2" } };
  const log = {
    source: "log.csv",
    trajectory: "session",
    rank: "place",
    rewards: ["liked"],
    exposure,
  };
  const policies = { candidate: { rank: "other" } };
  await writeFile(join(cwd, "s.json"), JSON.stringify({ log, policies }));
});
afterAll(() => rm(cwd, { recursive: true }));

const contents = (): Promise<readonly string[]> =>
  Promise.all(outputs.map((name) => readFile(join(cwd, name), "latin1")));

/** Runs over older files and is killed once a file appears or changes in the folder, after so many more milliseconds. */
async function killed(older: string, milliseconds: number): Promise<void> {
  for (const name of outputs) await writeFile(join(cwd, name), older);
  const before = (await readdir(cwd)).length;
  const child = spawn(process.execPath, ["--import", import.meta.resolve("tsx"), main, ...words], {
    cwd,
    stdio: "ignore",
  });
  const ended = once(child, "exit");
  const changed = async (): Promise<boolean> =>
    child.exitCode !== null ||
    (await readdir(cwd)).length !== before ||
    (await contents()).some((text) => text !== older);
  while (!(await changed())) await new Promise((resolve) => setTimeout(resolve, 1));
  await new Promise((resolve) => setTimeout(resolve, milliseconds));
  child.kill("SIGKILL");
  await ended;
}

it.each(inTurn([0, 20], 2))(
  "killed %i ms after it began to write, a run leaves whole files",
  async (wait) => {
    expect((await runCommand(words, { cwd, modules })).code).toBe(0);
    const whole = await contents();
    const older = "older\n";
    await killed(older, wait);
    for (const [at, text] of (await contents()).entries()) {
      expect([older, whole[at]], outputs[at]).toContain(text);
    }
  },
);
