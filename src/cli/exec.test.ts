import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { fakeModules, runCommand } from "../../test/fixture/run-command.js";
import { logChanged } from "../sql/run/log-changed.js";
import { runProgram } from "./run-program.js";

let cwd = "";
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "hindcast-exec-"));
});
afterEach(() => rm(cwd, { recursive: true }));

const markers = ["hindcast_000000000001", "hindcast_000000000002", "hindcast_000000000003"];

/** Two rounds: the second and third statement follow from the result of the first. */
const asking = {
  evaluate: {
    askNames: ["evaluate"],
    dialectNames: ["postgres"],
    printStatements: async (
      _: unknown,
      { files = [] }: { readonly files?: readonly string[] },
    ) => ({
      dialect: "postgres",
      session: ["SET TIME ZONE 'UTC'"],
      statements: (files.length === 0 ? markers.slice(0, 1) : markers.slice(1))
        .filter((marker) => !files.some((file) => file.endsWith(`${marker}.csv`)))
        .map((marker) => ({
          marker,
          purpose: `statement ${marker.at(-1)}`,
          gives: "one row",
          sql: `SELECT '${marker}'`,
        })),
      held: { create: [], drop: [] },
      unasked: [],
    }),
  },
};

const run = (command: string, options: object = {}) =>
  runCommand(["sql", "s.yaml", "--dialect", "postgres", "--folder", "results", "--exec", command], {
    cwd,
    modules: fakeModules(asking),
    ...options,
  });

/** Echoes a header that names the statement, after words of a client about SET. */
const echoing = `echo SET; sed -n "s/^SELECT '\\(.*\\)';/\\1,x\\n1,2/p"`;

it("runs every round through a program and keeps the results without the client's own words", async () => {
  const { code, stderr, stdout } = await run(echoing);
  expect([code, stdout]).toEqual([0, ""]);
  expect(stderr.split("\n")).toEqual([
    "round 1, statement 1 of 1: statement 1",
    "round 2, statement 1 of 2: statement 2",
    "round 2, statement 2 of 2: statement 3",
    "ran 2 rounds, 3 statements, 1 kB of results",
    "nothing is missing: hindcast evaluate s.yaml --results results/hindcast_*.csv",
    "",
  ]);
  const files = (await readdir(join(cwd, "results"))).toSorted();
  expect(files).toEqual(markers.map((marker) => `${marker}.csv`));
  const first = await readFile(join(cwd, "results", files[0] ?? ""), "utf8");
  expect(first).toBe(`${markers[0]},x\n1,2\n`);
});

it("does not ask again for results that are there", async () => {
  await run(echoing);
  await rm(join(cwd, "results", `${markers[2]}.csv`));
  const { stderr } = await run(echoing);
  expect(stderr).toMatch(
    /^round 1, statement 1 of 1: statement 3\nran 1 round, 1 statement, 1 kB of results\nnothing is missing/,
  );
});

it.each([
  [
    "a program that fails",
    "echo no rights >&2; exit 3",
    /psql-like of --exec ended with 3 .*no rights/,
  ],
  ["a program that prints something else", "cat >/dev/null; echo hello", /printed no CSV .*hello/],
])("says what %s said, and not what stands in its command", async (_, script, said) => {
  await writeFile(join(cwd, "psql-like"), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
  const { code, stderr } = await run(`${cwd}/psql-like --password hunter2`);
  expect(code).toBe(4);
  expect(stderr).toMatch(said);
  expect(stderr).not.toContain("hunter2");
  expect(await readdir(join(cwd, "results"))).toEqual([]);
});

it("needs a folder for the results", async () => {
  const words = ["sql", "s.yaml", "--dialect", "postgres", "--exec", "cat"];
  const { code, stderr } = await runCommand(words, { modules: fakeModules(asking) });
  expect([code, stderr]).toEqual([1, expect.stringMatching(/--exec needs --folder/)]);
});

it("stops the program and its children when it is stopped", async () => {
  const control = new AbortController();
  const [ready, path] = [join(cwd, "ready"), join(cwd, "interrupted")];
  const command = `sh -c "trap 'touch ${path}; exit' INT; touch ${ready}; while :; do sleep 0.05; done"`;
  const stopped = expect(
    runProgram({ command, input: "", signal: control.signal }),
  ).rejects.toThrow(/abort/i);
  await expect.poll(() => readdir(cwd)).toContain("ready");
  control.abort();
  await stopped;
  expect(await readdir(cwd)).toContain("interrupted");
});

it("says which results to remove where the log changed under the run", async () => {
  const printStatements = async (
    _: unknown,
    { files = [] }: { readonly files?: readonly string[] },
  ) => {
    if (files.length > 0) throw logChanged({ before: 1, after: 2 });
    return asking.evaluate.printStatements(_, { files });
  };
  const modules = fakeModules({ evaluate: { ...asking.evaluate, printStatements } });
  const { code, stderr } = await run(echoing, { modules });
  expect([code, stderr]).toEqual([
    2,
    expect.stringContaining("remove results/hindcast_*.csv and run again"),
  ]);
});

const holding = {
  evaluate: {
    ...asking.evaluate,
    printStatements: async (
      _: unknown,
      { files = [] }: { readonly files?: readonly string[] },
    ) => ({
      ...(await asking.evaluate.printStatements(_, { files })),
      held: {
        create: ["CREATE TABLE a", "CREATE TABLE b"],
        drop: ["DROP TABLE b", "DROP TABLE a"],
      },
    }),
  },
};

it.each([
  ["runs", "", 0],
  ["fails", `grep -q "^SELECT" && echo gone >&2 && exit 3`, 4],
])("makes tables first and drops them last, where a statement %s", async (_, script, expected) => {
  const sent = join(cwd, "sent");
  const program = join(cwd, "program");
  const lines = [
    "#!/bin/sh",
    `tee -a ${sent} > now`,
    `< now ${script || ":"}`,
    `{ ${echoing}; } < now`,
  ];
  await writeFile(program, `${lines.join("\n")}\n`, { mode: 0o755 });
  const { code, stderr } = await run(`cd ${cwd} && ${program}`, { modules: fakeModules(holding) });
  expect(code).toBe(expected);
  const all = (await readFile(sent, "utf8")).split("\n").filter((line) => /TABLE/.test(line));
  const round = ["CREATE TABLE a;", "CREATE TABLE b;", "DROP TABLE b;", "DROP TABLE a;"];
  expect(all).toEqual(expected === 0 ? [...round, ...round] : round);
  expect(stderr).toContain("round 1: tables of rows that several statements read");
});

it("says where tables could not be made", async () => {
  const { code, stderr } = await run("grep -q TABLE && echo no rights >&2 && exit 3", {
    modules: fakeModules(holding),
  });
  expect(code).toBe(4);
  expect(stderr).toMatch(/ended with 3 where it should make the tables of --hold.*no rights/);
  expect(stderr).not.toContain("is left");
});
