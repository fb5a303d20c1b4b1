import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { modules } from "../../src/cli/modules.js";
import { type CommandResult, runCommand } from "../fixture/run-command.js";
import { tallyBytes, tallyParts } from "./fuzz/tally-bytes.js";

let cwd = "";
const hindcast = (...argv: string[]): Promise<CommandResult> => runCommand(argv, { cwd, modules });

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "hindcast-edited-"));
  const rows = Array.from(
    { length: 80 },
    (_, i) => `${i >> 1},${1 + (i % 2)},${2 - (i % 2)},${i % 3 ? 0 : 1}`,
  );
  await writeFile(join(cwd, "log.csv"), `session,pos,other,click\n${rows.join("\n")}\n`);
  const log = {
    source: "log.csv",
    trajectory: "session",
    rank: "pos",
    rewards: ["click"],
    exposure: { curve: { model: "log2" } },
  };
  await writeFile(
    join(cwd, "s.json"),
    JSON.stringify({ log, policies: { new: { rank: "other" } } }),
  );
  expect((await hindcast("evaluate", "s.json", "--save-tally", "t.parquet")).code).toBe(0);
});
afterAll(() => rm(cwd, { recursive: true }));

/** The tally with another value at a path of what it says of itself. */
async function withAbout(path: readonly string[], value: unknown): Promise<void> {
  const bytes = new Uint8Array(await readFile(join(cwd, "t.parquet")));
  const parts = structuredClone(await tallyParts(bytes.buffer));
  let at = parts.header.about as Record<string, unknown>;
  for (const key of path.slice(0, -1)) at = at[key] as Record<string, unknown>;
  at[path.at(-1) ?? ""] = value;
  await writeFile(join(cwd, "edited.parquet"), tallyBytes(parts) ?? "");
}

it("parts of a tally that are written again are the tally", async () => {
  await withAbout(["version"], 1);
  expect((await hindcast("evaluate", "edited.parquet")).code).toBe(0);
});

it.each<[string[], unknown]>([
  [["types"], false],
  [["survey"], null],
  [["survey", "summary"], "x"],
  [["curves"], 3],
  [["online"], { a: 1 }],
  [["study"], []],
])("a tally whose %j was edited is an error that names the file", async (path, value) => {
  await withAbout(path, value);
  for (const argv of [
    ["evaluate", "edited.parquet"],
    ["report", "edited.parquet", "--format", "table"],
    ["tally", "list", "edited.parquet"],
    ["plan", "edited.parquet"],
  ]) {
    const { code, stderr, stdout } = await hindcast(...argv);
    expect([argv[0], code, stdout]).toEqual([argv[0], 1, ""]);
    expect(stderr).toMatch(/^error: /);
    expect(stderr).not.toContain("not expected");
  }
});

it("a tally of a day that is none is no surprise where it is listed", async () => {
  const bytes = new Uint8Array(await readFile(join(cwd, "t.parquet")));
  const parts = structuredClone(await tallyParts(bytes.buffer));
  const tables = parts.header.tables as unknown as { strata: unknown[] }[];
  for (const table of tables) table.strata = [{ day: { a: 1 }, feed: null, logger: null }];
  await writeFile(join(cwd, "edited.parquet"), tallyBytes(parts) ?? "");
  const { code, stderr } = await hindcast("tally", "list", "edited.parquet");
  expect([code, stderr]).toEqual([
    1,
    expect.stringContaining("is not a tally that hindcast saved"),
  ]);
});
