import { mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { fixtureResult, verdict } from "../../test/fixture/fixture-result.js";
import { type Calls, fakeModules, runCommand } from "../../test/fixture/run-command.js";
import { formatJson, formatText, resultDocument } from "../report/index.js";
import type { SavedTally } from "../tally/tally-file.js";

let cwd = "";
beforeEach(async () => {
  cwd = await mkdtemp(join(tmpdir(), "hindcast-cli-"));
});
afterEach(() => rm(cwd, { recursive: true }));

const folded: SavedTally = { rowsOf: "group", clusters: 3000, groups: 128, small: 0 };

/** A writer of tallies that says what its file holds. */
const writing =
  (saved: SavedTally) =>
  async (_: unknown, path: string): Promise<SavedTally> => {
    await writeFile(path, "sums");
    return saved;
  };

describe("evaluate", () => {
  it("prints the answer on stdout and nothing else there", async () => {
    const ended = await runCommand(["evaluate", "study.yaml"]);
    expect(ended).toEqual({
      code: 0,
      stdout: formatText(resultDocument(fixtureResult()), { brief: true }),
      stderr: expect.stringMatching(/^\d+ warnings?\. All: --verbose, [^\n]{1,60}\n$/),
    });
  });

  it("prints all that the page has with --verbose, and says nothing with --quiet", async () => {
    const words = ["evaluate", "study.yaml", "--verbose", "--quiet"];
    expect(await runCommand(words)).toEqual({
      code: 0,
      stdout: formatText(resultDocument(fixtureResult())),
      stderr: "",
    });
  });

  it("gives the page the title, and shows it with --open", async () => {
    const folder = await mkdtemp(join(tmpdir(), "hindcast-cli-"));
    const opened: string[] = [];
    const words = ["evaluate", "study.yaml", "--html", "p.html", "--title", "Launch <b>", "--open"];
    await runCommand(words, { cwd: folder, open: (path) => opened.push(path) });
    expect(opened).toEqual([join(folder, "p.html")]);
    expect(await readFile(join(folder, "p.html"), "utf8")).toContain("<h1>Launch &lt;b&gt;</h1>");
    await rm(folder, { recursive: true });
    const without = await runCommand(["evaluate", "study.yaml", "--open"]);
    expect(without).toMatchObject({ code: 1, stderr: expect.stringContaining("--html page.html") });
  });

  it("prints one JSON object with --format json", async () => {
    const { stdout } = await runCommand(["evaluate", "study.yaml", "--format", "json"]);
    expect(JSON.parse(stdout)).toEqual(JSON.parse(JSON.stringify(fixtureResult())));
  });

  it("writes files by their endings, the page as well, and lists them on stderr", async () => {
    const words = ["evaluate", "study.yaml", "-o", "r.json", "--html", "page.html"];
    const ended = await runCommand(words, { cwd });
    expect(ended.stdout).toBe("");
    expect(ended.stderr).toBe("wrote page.html\nwrote r.json\npage: 1 MB\n");
    expect(await readFile(join(cwd, "r.json"), "utf8")).toBe(
      formatJson(resultDocument(fixtureResult())),
    );
    expect(await readFile(join(cwd, "page.html"), "utf8")).toMatch(/^<!doctype html>/);
    expect((await readdir(cwd)).sort()).toEqual(["page.html", "r.json"]);
  });

  it("refuses files that cannot be written before the log is read", async () => {
    const calls: Calls = [];
    const words = [
      "evaluate",
      "s.yaml",
      "-o",
      "no/r.json",
      "--html",
      ".",
      "--save-tally",
      "t.parquet",
    ];
    const ended = await runCommand(words, { cwd, modules: fakeModules({}, calls) });
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain(`there is no folder ${join(cwd, "no")}`);
    expect(ended.stderr).toContain(`${cwd} is a folder`);
    expect(ended.stderr.match(/^error: /gm)).toHaveLength(2);
    expect(calls).toEqual([]);
  });

  it("names the user's file where a folder takes no files", async () => {
    const ended = await runCommand(["evaluate", "s.yaml", "-o", "/proc/x.json"]);
    expect(ended.code).toBe(1);
    expect(ended.stderr).toMatch(/^error: \/proc\/x\.json cannot be written: /);
    expect(ended.stderr).not.toContain("part");
  });

  it("sets the study's fields by flags, and closes the engine", async () => {
    const calls: Calls = [];
    const words =
      "evaluate study.yaml --threads 2 --memory-limit 1GB --structure sample --confidence 0.9 --baseline logged";
    await runCommand(words.split(" "), { modules: fakeModules({}, calls) });
    expect(calls.map(([name]) => name)).toEqual([
      "readStudyFile",
      "openEngine",
      "takeTally",
      "close",
      "conclude",
    ]);
    expect(calls[1]?.[1]).toEqual({ name: "duckdb", threads: 2, memoryLimit: "1GB" });
    const set = { confidence: 0.9, baseline: "logged", log: { structure: "sample" } };
    expect(calls[2]?.[1]).toMatchObject(set);
    const chosen = { confidence: 0.9, baseline: "logged", signal: expect.anything() };
    expect(calls[4]?.[2]).toEqual(chosen);
  });

  it("reads a tally without an engine, folds it, and saves it whole", async () => {
    const calls: Calls = [];
    const modules = fakeModules({ tally: { saveTally: writing(folded) } }, calls);
    const words = ["evaluate", "in.parquet", "--fold", "128", "--save-tally", "out.parquet"];
    const ended = await runCommand(words, { cwd, modules });
    expect(calls.map(([name]) => name)).toEqual(["readTally", "foldTally", "conclude"]);
    expect(calls[2]?.[1]).toMatchObject({ about: { study: "folded" } });
    expect(ended.stderr).not.toContain("single user");
    expect(await readdir(cwd)).toEqual(["out.parquet"]);
    expect(ended.stderr).toContain("wrote out.parquet");
  });

  it("says whose sums a saved tally holds, and concludes from the whole one", async () => {
    const words = ["evaluate", "in.parquet", "--save-tally", "out.parquet"];
    const say = async (saved: SavedTally, ...more: string[]): Promise<string> => {
      const calls: Calls = [];
      const modules = fakeModules({ tally: { saveTally: writing(saved) } }, calls);
      const { stderr } = await runCommand([...words, ...more], { cwd, modules });
      expect(calls.map(([name]) => name)).toEqual(["readTally", "conclude"]);
      return stderr;
    };
    const note = await say(folded);
    expect(note).toContain("holds sums of 3,000 users in 128 groups. Errors made from it");
    expect(note).toContain("--keep-users=personal-data keeps a row a user\n");
    expect(await say({ ...folded, clusters: 60, small: 41 })).toContain(
      "of 60 users in 128 groups; 41 groups are of fewer than 5 users: handle it as data of single",
    );
    const unknown = { ...folded, small: null };
    expect(await say({ ...unknown, clusters: 400, expectedSmall: 17.6 })).toContain(
      "of 400 users in 128 groups; about 18 groups are of fewer than 5 users: handle it as data of single",
    );
    expect(await say({ ...unknown, expectedSmall: 2e-7 })).toContain("in 128 groups. Errors");
    expect(await say(unknown)).toMatch(/Errors made from it are of these groups\n/);
    expect(await say({ ...unknown, expectedSmall: 2e-7 }, "--keep-users=personal-data")).toMatch(
      /groups\. This run does not tell users apart: --keep-users keeps its groups, and errors made from it are those of this run\n/,
    );
    expect(await say({ ...unknown, clusters: null })).toContain(
      "of users in 128 groups; how many groups are of fewer than 5 users is not known",
    );
    expect(await say({ ...folded, clusters: 1, groups: 1, small: 1 })).toContain(
      "of 1 user in 1 group; 1 group is of fewer than 5 users: handle",
    );
    expect(await say({ ...folded, rowsOf: "user" }, "--keep-users=personal-data")).toContain(
      "holds a row a user: data of single users. Its errors are those of this run\n",
    );
  });

  it.each([
    [["--keep-users"], "say --keep-users=personal-data; without"],
    [["--keep-users=yes"], "--keep-users must be one of personal-data"],
    [["--keep-users=personal-data"], "--keep-users is of a saved tally"],
    [["--keep-users=personal-data", "--fold", "128", "--save-tally", "t.parquet"], "give one"],
  ])("refuses %j", async (words, why) => {
    const ended = await runCommand(["evaluate", "study.yaml", ...words]);
    expect(ended).toMatchObject({ code: 1, stderr: expect.stringContaining(why) });
  });

  it("refuses flags that say how to read a log where there is none", async () => {
    const ended = await runCommand(["evaluate", "in.parquet", "--threads", "2"]);
    expect(ended.code).toBe(1);
    expect(ended.stderr).toMatch(
      /^error: --threads say how to read a log, and in\.parquet is a tally/,
    );
  });

  it("tells every mistake of the flags at once", async () => {
    const words = "evaluate study.yaml --format jsn --confidence 95 --threads 0 --fold x";
    const ended = await runCommand(words.split(" "));
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain(
      '--format must be one of table, json, csv, markdown, summary, html; it is "jsn". Did you mean "json"?',
    );
    expect(ended.stderr).toContain('--confidence must be a number in (0, 1); it is "95".');
    expect(ended.stderr).toContain('--threads must be a whole number of at least 1; it is "0".');
    expect(ended.stderr.match(/^error: /gm)).toHaveLength(4);
    expect(ended.stdout).toBe("");
  });

  it("names the nearest policy for an unknown baseline", async () => {
    const ended = await runCommand(["evaluate", "study.yaml", "--baseline", "productoin"]);
    expect(ended.code).toBe(1);
    expect(ended.stderr).toContain('Did you mean "production"?');
  });
});

describe("exit codes of evaluate", () => {
  const better = fixtureResult({ verdicts: [verdict()] });
  const doubted = fixtureResult({ verdicts: [verdict(), verdict({ verdict: "doNotTrust" })] });

  it.each([
    [0, better],
    [3, doubted],
  ])("--strict ends with %i", async (code, result) => {
    const modules = fakeModules({}, [], result);
    expect((await runCommand(["evaluate", "s.yaml", "--strict"], { modules })).code).toBe(code);
    expect((await runCommand(["evaluate", "s.yaml"], { modules })).code).toBe(0);
  });

  it.each([0, 3, 5, 6] as const)(
    "--gate ends with %i and still prints the answer",
    async (code) => {
      const calls: Calls = [];
      const gateExitCode = (...args: unknown[]): typeof code => {
        calls.push(["gate", args[1]]);
        return code;
      };
      const modules = fakeModules({ evaluate: { gateExitCode } });
      const ended = await runCommand(["evaluate", "s.yaml", "--gate", "candidate:like"], {
        modules,
      });
      expect(ended.code).toBe(code);
      expect(ended.stdout).toBe(formatText(resultDocument(fixtureResult()), { brief: true }));
      expect(calls).toEqual([["gate", { policy: "candidate", reward: "like" }]]);
      expect(ended.stderr).toContain(`gate candidate:like: exit code ${code}`);
    },
  );

  it.each([
    [5, 0, 5],
    [0, 6, 6],
    [6, 5, 5],
    [5, 3, 3],
    [0, 0, 0],
  ] as const)("--gate twice, of codes %i and %i, names both and ends with %i", async (...codes) => {
    const [first, second, code] = codes;
    const gateExitCode = (_: unknown, { reward }: { reward?: string }): 0 | 3 | 5 | 6 =>
      reward === "like" ? first : second;
    const modules = fakeModules({ evaluate: { gateExitCode } });
    const words = "evaluate s.yaml --gate candidate:like --gate candidate";
    const ended = await runCommand(words.split(" "), { modules });
    expect(ended.code).toBe(code);
    expect(ended.stderr).toContain(`gate candidate:like: exit code ${first}`);
    expect(ended.stderr).toContain(`gate candidate: exit code ${second}`);
  });

  it.each([[["--gate", "candidat"]], [["--gate", "candidat", "--gate", "candidate"]]])(
    "refuses an unknown gate before the log is read: %j",
    async (words) => {
      const calls: Calls = [];
      const modules = fakeModules({}, calls);
      const ended = await runCommand(["evaluate", "s.yaml", ...words], { modules });
      expect(ended.code).toBe(1);
      expect(ended.stderr).toContain('Did you mean "candidate"?');
      expect(calls.map(([name]) => name)).toEqual(["readStudyFile"]);
    },
  );
});
