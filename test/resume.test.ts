import { readdir, readFile, rename, rm, utimes, writeFile } from "node:fs/promises";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { interruptionBy } from "../src/cli/interruption.js";
import { modules } from "../src/cli/modules.js";
import { createResultsEngine } from "../src/engines/results/index.js";
import { EngineError, reason } from "../src/errors.js";
import type { Engine } from "../src/sql/engine.js";
import { type LogFolder, openLogFolder } from "./fixture/duckdb-log.js";
import { inTurn, isInTurn, repetitions } from "./fixture/property.js";
import { logColumns, randomLog } from "./fixture/random-log.js";
import { type CommandResult, runCommand } from "./fixture/run-command.js";
import { smallStudy } from "./fixture/small-study.js";

let folder: LogFolder;
let source: string;
let whole: string;
beforeAll(async () => {
  folder = await openLogFolder();
  source = await folder.write(randomLog("resume", { trajectories: 50, days: 2 }), logColumns);
  const study = smallStudy({
    log: { source, feed: "feed", exposure: { curve: { fit: "geometric" } } },
    policies: { a: { rank: "rank_a" } },
    estimators: ["snips"],
    privacy: { keys: true },
  });
  await writeFile(folder.path("study.json"), JSON.stringify(study));
  await evaluate([], "whole.json");
  whole = await readFile(folder.path("whole.json"), "utf8");
});
beforeEach(() => rm(folder.path("out.json.kept"), { recursive: true, force: true }));
afterAll(() => folder.remove());

interface Run extends CommandResult {
  /** The statements that the engine ran. */
  readonly ran: readonly string[];
}

/** What befalls the engine before its n-th statement. */
type Fault = (n: number, control: AbortController) => void;

/** `hindcast evaluate` on an engine to which something happens. */
async function evaluate(
  words: readonly string[],
  output = "out.json",
  fault: Fault = () => {},
): Promise<Run> {
  const control = new AbortController();
  const ran: string[] = [];
  const faulty = (engine: Engine): Engine => ({
    name: engine.name,
    dialect: engine.dialect,
    info: () => engine.info(),
    describe: (ref, options) => engine.describe(ref, options),
    explain: (plan) => engine.explain(plan),
    close: () => engine.close(),
    async *query(plan, call) {
      fault(ran.length + 1, control);
      ran.push(plan.purpose);
      yield* engine.query(plan, call);
    },
  });
  const evaluateRoom = await modules.evaluate();
  const room = async () => ({
    ...evaluateRoom,
    withEngine: (<T>(spec: object, use: (engine: Engine) => Promise<T>) =>
      evaluateRoom.withEngine(spec as never, (engine) => use(faulty(engine)))) as never,
  });
  const argv = ["evaluate", "study.json", "--format", "json", "--output", output, ...words];
  const found = await runCommand(argv, {
    cwd: folder.path("."),
    modules: { ...modules, evaluate: room },
    signal: control.signal,
  });
  return { ...found, ran };
}

const kept = async (): Promise<readonly string[]> =>
  (await readdir(folder.path("out.json.kept")).catch(() => [])).filter((name) =>
    name.endsWith(".csv"),
  );

const breaks: Fault = (n) => {
  if (n === 6)
    throw new EngineError("network", reason("networkFailed", "The connection was lost."));
};
const interrupts: Fault = (n, control) => {
  if (n === 6) control.abort(interruptionBy("SIGINT"));
};

/** A short run tries one of three like cases. */
const shares = repetitions(3, 1);

describe("--resume", () => {
  it.each(
    inTurn<[string, Fault, number]>(
      [
        ["an engine that fails", breaks, 4],
        ["Ctrl-C", interrupts, 130],
      ],
      2,
    ),
  )("after %s goes on where it was, to the same bits", async (_, fault, code) => {
    const first = await evaluate(["--resume"], "out.json", fault);
    expect(first.code, first.stderr).toBe(code);
    expect(first.stderr).toMatch(/\d finished statements are kept in out\.json\.kept/);
    const before = (await kept()).length;
    expect(before).toBeGreaterThanOrEqual(4);
    const second = await evaluate(["--resume"]);
    expect(second.code, second.stderr).toBe(0);
    expect(second.stderr).toContain(`${before} finished statements of an earlier run`);
    expect(second.ran.filter((each) => first.ran.slice(0, 4).includes(each))).toEqual([]);
    expect(await readFile(folder.path("out.json"), "utf8")).toBe(whole);
    expect(await readdir(folder.path("."))).not.toContain("out.json.kept");
  });

  it.runIf(isInTurn(0, shares))(
    "keeps all where the disk is full, and runs no statement but the last count again",
    async () => {
      const failed = await evaluate(["--resume", "--html", "/dev/full"]);
      expect([failed.code, failed.stderr]).toEqual([
        4,
        expect.stringMatching(/are kept in out\.json\.kept/),
      ]);
      expect(failed.stderr).toContain("With --save-tally <file.parquet> on a disk with room");
      expect((await kept()).length).toBeGreaterThan(8);
      const { code, ran } = await evaluate(["--resume"]);
      expect([code, ran]).toEqual([0, ["rows at the end"]]);
      expect(await readFile(folder.path("out.json"), "utf8")).toBe(whole);
    },
  );

  it("keeps results in the form of hindcast sql", async () => {
    await evaluate(["--resume"], "out.json", breaks);
    const files = (await kept()).map((name) => folder.path(`out.json.kept/${name}`));
    const engine = await createResultsEngine({ files });
    expect(engine.unasked().toSorted()).toEqual(files.toSorted());
    await engine.close();
  });

  it.runIf(isInTurn(1, shares))(
    "does not use what was kept of a log that has changed since, and says so",
    async () => {
      await evaluate(["--resume"], "out.json", breaks);
      await utimes(source, new Date(), new Date(Date.now() + 5000));
      const { code, stderr, ran } = await evaluate(["--resume"]);
      expect([code, stderr]).toEqual([
        0,
        expect.stringMatching(/is not used: .*log-1\.parquet has changed since/),
      ]);
      expect(ran).toContain("ranges of columns");
      expect(await readFile(folder.path("out.json"), "utf8")).toBe(whole);
    },
  );

  it("says what is kept, and how a run can go on, where one ends early", async () => {
    const ended = await evaluate(["--resume"], "out.json", interrupts);
    expect(ended.stderr).toMatch(/nothing is kept in \S+ yet/);
    expect(ended.stderr).not.toContain("nothing was written");
    const without = await evaluate([], "out.json", interrupts);
    expect(without.stderr).toContain("nothing was kept; with --resume a run can go on");
  });

  it("is refused on saved tallies, which read no log", async () => {
    const argv = ["evaluate", "monday.parquet", "--resume"];
    const { code, stderr } = await runCommand(argv, { cwd: folder.path("."), modules });
    expect([code, stderr]).toEqual([1, expect.stringContaining("--resume is of a run")]);
  });

  it.runIf(isInTurn(2, shares))("does not use what another engine kept", async () => {
    await evaluate(["--resume"], "out.json", breaks);
    for (const name of await kept()) {
      const path = folder.path(`out.json.kept/${name.replace(".csv", ".json")}`);
      await writeFile(
        path,
        (await readFile(path, "utf8")).replace(/"duckdb [^"]*"/, '"duckdb 0.1"'),
      );
    }
    const { stderr, ran } = await evaluate(["--resume"]);
    expect(stderr).toMatch(/is not used: it is of duckdb 0\.1, and this run is on duckdb/);
    expect(ran).toContain("ranges of columns");
  });

  it("goes on without keeping where there is no room, and says so once", async () => {
    const gone: Fault = (n) => {
      if (n === 3) void rename(folder.path("out.json.kept"), folder.path("elsewhere"));
    };
    const { code, stderr } = await evaluate(["--resume"], "out.json", gone);
    expect(code, stderr).toBe(0);
    expect(stderr.match(/cannot be kept/g)).toHaveLength(1);
    expect(await readFile(folder.path("out.json"), "utf8")).toBe(whole);
    await rm(folder.path("elsewhere"), { recursive: true, force: true });
  });

  it("is refused on results, which are kept already", async () => {
    await writeFile(
      folder.path("none.csv"),
      "hindcast_000000000000,a,hindcast_000000000000_end\n1,2,1\n",
    );
    const argv = ["evaluate", "study.json", "--resume", "--results", folder.path("none.csv")];
    const { code, stderr } = await runCommand(argv, { cwd: folder.path("."), modules });
    expect([code, stderr]).toEqual([1, expect.stringContaining("leave it out")]);
  });
});
