import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { modules } from "../../src/cli/modules.js";
import { runCommand } from "../fixture/run-command.js";

let cwd = "";
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "hindcast-nested-"));
  await mkdir(join(cwd, "past"));
  await writeFile(join(cwd, "log.csv"), "pos,click\n1,0\n1,1\n");
});
afterAll(() => rm(cwd, { recursive: true }));

const deep = 200_000;
const list = "[".repeat(deep) + "]".repeat(deep);
const mapping = `${'{"a":'.repeat(deep)}1${"}".repeat(deep)}`;
const flow = `log: ${"{a: ".repeat(deep)}1${"}".repeat(deep)}`;

const withFile = (key: "truth" | "curve"): string => {
  const file = "deep.json";
  const exposure = { curve: key === "curve" ? { file } : { model: "log2" } };
  const log = { source: "log.csv", rank: "pos", rewards: ["click"], exposure };
  return JSON.stringify({ log, ...(key === "truth" && { truth: file }) });
};

describe("a file nested 200,000 deep is refused in words", () => {
  it.each<[string, Readonly<Record<string, string>>, readonly string[]]>([
    ["a study of lists", { "s.json": list }, ["evaluate", "s.json"]],
    ["a study of mappings", { "s.json": mapping }, ["evaluate", "s.json"]],
    ["a study of lists, of YAML", { "s.yaml": `log: ${list}` }, ["evaluate", "s.yaml"]],
    ["a study of mappings, of YAML", { "s.yaml": flow }, ["evaluate", "s.yaml"]],
    [
      "a study of lists in a line",
      { "s.yaml": `log:\n  ${"- ".repeat(deep)}1` },
      ["evaluate", "s.yaml"],
    ],
    ["a result", { "r.json": mapping }, ["report", "r.json"]],
    ["a result in a folder", { "past/r.json": list }, ["compare", "past"]],
    ["curves", { "s.json": withFile("curve"), "deep.json": mapping }, ["evaluate", "s.json"]],
    ["known answers", { "s.json": withFile("truth"), "deep.json": list }, ["evaluate", "s.json"]],
  ])("%s", async (_, files, argv) => {
    for (const [name, text] of Object.entries(files)) await writeFile(join(cwd, name), text);
    const { code, stderr } = await runCommand(argv, { cwd, modules });
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^error: [^\n]{10,}/)]);
    expect(stderr).not.toContain("not expected");
    expect(stderr.length).toBeLessThan(5000);
  });
});

it("a study with a long line in a comment is no such file", async () => {
  const study = "log: { source: log.csv, rank: pos, rewards: [click] }\nestimators: [mean]\n";
  await writeFile(join(cwd, "s.yaml"), `# ${"-".repeat(900)} \n# ${"[] ".repeat(900)}\n${study}`);
  expect((await runCommand(["evaluate", "s.yaml"], { cwd, modules })).code).toBe(0);
});
