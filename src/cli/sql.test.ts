import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Calls, fakeModules, runCommand } from "../../test/fixture/run-command.js";
import { version } from "../version.js";

let cwd = "";
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "hindcast-sql-"));
});
afterEach(() => rm(cwd, { recursive: true }));

const one = {
  marker: "hindcast_0123456789ab",
  purpose: "ranges of columns",
  gives: "one row",
  sql: "SELECT 1",
};
const printing = (statements: readonly (typeof one)[], unasked: readonly string[] = []) => ({
  evaluate: {
    askNames: ["evaluate", "what-if", "fit", "check"],
    dialectNames: ["duckdb", "trino"],
    printStatements: async () => ({
      dialect: "trino",
      session: ["SET TIME ZONE 'UTC'"],
      statements,
      held: { create: [], drop: [] },
      unasked,
    }),
  },
});

it("keeps a path with a line break in its comment", async () => {
  const modules = fakeModules(printing([{ ...one, purpose: "a\rb" }]));
  const words = ["sql", "a\nDROP TABLE log; --.yaml", "--dialect", "trino"];
  const { stdout } = await runCommand(words, { cwd, modules });
  expect(stdout).toContain("-- hindcast");
  const lines = stdout.split(/[\r\n\u2028]/).filter((line) => !line.startsWith("--"));
  expect(lines.filter(Boolean)).toEqual(["SET TIME ZONE 'UTC';", "SELECT 1;"]);
});

it("prints the session, and each statement with what it is for", async () => {
  const modules = fakeModules(printing([one]));
  const ended = await runCommand(["sql", "study.yaml", "--dialect", "trino"], { cwd, modules });
  expect(ended).toEqual({
    code: 0,
    stderr: "",
    stdout: `-- hindcast ${version}: 1 statement of study.yaml for trino
-- Run each and save its whole result, with its header, as CSV or Parquet under any name; then
--   hindcast sql study.yaml --dialect trino --results <all results so far>
-- until nothing is missing, and  hindcast evaluate study.yaml --results <all results>.
SET TIME ZONE 'UTC';

-- 1 of 1: ranges of columns (hindcast_0123456789ab); gives one row
SELECT 1;
`,
  });
});

it("writes a file for each statement into a folder", async () => {
  const modules = fakeModules(printing([one]));
  const words = ["sql", "study.yaml", "--dialect", "trino", "--folder", "new", "--for", "fit"];
  const ended = await runCommand(words, { cwd, modules });
  expect(ended).toMatchObject({ code: 0, stdout: "" });
  expect(await readdir(join(cwd, "new"))).toEqual(["ranges-of-columns-0123456789ab.sql"]);
  const text = await readFile(join(cwd, "new", "ranges-of-columns-0123456789ab.sql"), "utf8");
  expect(text).toContain("--   hindcast sql study.yaml --dialect trino --for fit --results");
  expect(text).toContain("hindcast fit study.yaml --results <all results>.");
});

it("says when nothing is missing, and which results are of no use", async () => {
  const modules = fakeModules(printing([], ["old.csv"]));
  const words = ["sql", "study.yaml", "--dialect", "trino", "--results", "a.csv", "old.csv"];
  const { code, stdout, stderr } = await runCommand(words, { cwd, modules });
  expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
  expect(stderr).toMatch(/^note: old\.csv answers no statement of this study/);
  expect(stderr).toContain(
    "nothing is missing: hindcast evaluate study.yaml --results <all results>",
  );
});

it("keeps results for later while something is missing", async () => {
  const modules = fakeModules(printing([one], ["late.csv"]));
  const words = ["sql", "study.yaml", "--dialect", "trino", "--results", "late.csv"];
  const { stderr } = await runCommand(words, { cwd, modules });
  expect(stderr).toBe("note: late.csv is not asked for yet: keep it until nothing is missing\n");
});

it.each([
  [[], "--dialect is needed: one of duckdb, trino."],
  [["--dialect", "trinno"], `Did you mean "trino"?`],
])("refuses %j", async (flags, message) => {
  const modules = fakeModules(printing([one]));
  const ended = await runCommand(["sql", "study.yaml", ...flags], { cwd, modules });
  expect(ended.code).toBe(1);
  expect(ended.stderr).toContain(message);
});

it("hands results to evaluate in place of an engine, and refuses both", async () => {
  const calls: Calls = [];
  const modules = fakeModules({}, calls);
  for (const flag of ["--results", "--sums"]) {
    calls.length = 0;
    await runCommand(["evaluate", "study.yaml", flag, "a.csv", "b.csv"], { cwd, modules });
    expect(calls).toContainEqual(["openEngine", { name: "results", files: ["a.csv", "b.csv"] }]);
  }
  const both = ["evaluate", "study.yaml", "--results", "a.csv", "--engine", "sc://host"];
  expect(await runCommand(both, { cwd, modules })).toMatchObject({
    code: 1,
    stderr: expect.stringContaining("--results takes the place of an engine"),
  });
});

it("takes a server's address for an engine, without the study's options", async () => {
  const calls: Calls = [];
  const modules = fakeModules({}, calls);
  await runCommand(["check", "study.yaml", "--engine", "sc://host:15002"], { cwd, modules });
  expect(calls).toContainEqual(["openEngine", { name: "sc://host:15002" }]);
});

it("prints what makes tables of rows first, and what drops them last", async () => {
  const held = { create: ["CREATE TABLE s.hc_1 AS SELECT 1"], drop: ["DROP TABLE s.hc_1"] };
  const asked: unknown[] = [];
  const plain = printing([one]).evaluate;
  const evaluate = {
    ...plain,
    printStatements: async (_: unknown, options: unknown) => {
      asked.push(options);
      return { ...(await plain.printStatements()), held };
    },
  };
  const words = ["sql", "study.yaml", "--dialect", "trino", "--hold", "s.hc"];
  const { stdout } = await runCommand(words, { cwd, modules: fakeModules({ evaluate }) });
  expect(asked).toEqual([{ dialect: "trino", ask: "evaluate", hold: "s.hc", files: [] }]);
  expect(stdout).toContain("--dialect trino --hold s.hc --results <all results so far>");
  const statements = stdout.split("\n").filter((line) => line !== "" && !line.startsWith("--"));
  expect(statements).toEqual([
    "SET TIME ZONE 'UTC';",
    "CREATE TABLE s.hc_1 AS SELECT 1;",
    "SELECT 1;",
    "DROP TABLE s.hc_1;",
  ]);
  await runCommand([...words, "--folder", "new"], { cwd, modules: fakeModules({ evaluate }) });
  expect((await readdir(join(cwd, "new"))).toSorted()).toEqual([
    "0-make-tables.sql",
    "ranges-of-columns-0123456789ab.sql",
    "zz-drop-tables.sql",
  ]);
});
