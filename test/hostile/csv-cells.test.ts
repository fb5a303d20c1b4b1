import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, it } from "vitest";
import { modules } from "../../src/cli/modules.js";
import { runCommand } from "../fixture/run-command.js";

const run = ["=cmd|'/C calc'!A0", "+SUM(1)", "@SUM(1)", "-2+3", "\t=1", "\r=1", '=1,"2"'];
const inert = ["-0.3", "+1e3", "a=1", "'=1", "\u001b[31mred\u009b2J"];

let cwd = "";
beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "hindcast-cells-"));
  const rows = Array.from(
    { length: 60 },
    (_, i) => `${i >> 1},${1 + (i % 2)},i${i % 7},${i % 3 ? 0 : 1}`,
  );
  await writeFile(join(cwd, "log.csv"), `session,place,item,liked\n${rows.join("\n")}\n`);
  const policies = Object.fromEntries([...run, ...inert].map((name) => [name, { rank: "place" }]));
  const roles = { trajectory: "session", item: "item", rank: "place", rewards: ["liked"] };
  const log = { source: "log.csv", ...roles, exposure: { curve: { model: "log2" } } };
  await writeFile(join(cwd, "s.json"), JSON.stringify({ log, policies, estimators: ["dcg"] }));
});
afterAll(() => rm(cwd, { recursive: true }));

const evaluate = (words: readonly string[], isTTY = false) =>
  runCommand(["evaluate", "s.json", ...words], { cwd, modules, isTTY });

/** Every cell of RFC 4180. */
const cellsOf = (text: string): readonly string[] =>
  [...text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(?:,|\r\n)/g)].map(
    ([, quoted, plain]) => quoted?.replaceAll('""', '"') ?? plain ?? "",
  );

it("in a file, text that a spreadsheet would run begins with an apostrophe, and no number changes", async () => {
  expect((await evaluate(["-o", "r.csv"])).code).toBe(0);
  const marked = cellsOf(await readFile(join(cwd, "r.csv"), "utf8"));
  for (const name of run) expect(marked).toContain(`'${name}`);
  for (const name of inert) expect(marked).toContain(name);
  const isRun = (cell: string) => /^[=+@\t\r\n-]/.test(cell) && Number.isNaN(Number(cell));
  expect(marked.filter(isRun)).toEqual([]);
  const plain = cellsOf((await evaluate(["--format", "csv"])).stdout);
  expect(
    marked.map((cell) => (cell.startsWith("'") && !plain.includes(cell) ? cell.slice(1) : cell)),
  ).toEqual(plain);
  expect(plain.some((cell) => /^-0\.\d/.test(cell))).toBe(true);
});

it("--csv-cells says otherwise, for a file and for stdout", async () => {
  expect((await evaluate(["-o", "p.csv", "--csv-cells", "plain"])).code).toBe(0);
  const plain = await evaluate(["--format", "csv"]);
  expect(await readFile(join(cwd, "p.csv"), "utf8")).toBe(plain.stdout);
  const marked = await evaluate(["--format", "csv", "--csv-cells", "marked"]);
  expect(cellsOf(marked.stdout)).toContain("'@SUM(1)");
  const wrong = await evaluate(["--csv-cells", "safe"]);
  expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining("marked, plain") });
});

it("no cell steers a terminal", async () => {
  const raw = /[^\P{Cc}\r\n]/u;
  expect((await evaluate(["--format", "csv"], true)).stdout).not.toMatch(raw);
  expect((await evaluate(["--format", "csv"])).stdout).toMatch(raw);
});
