import { copyFile, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type CommandResult, runCommand } from "../../test/fixture/run-command.js";
import { modules } from "./modules.js";

let cwd = "";
const run = (...words: string[]): Promise<CommandResult> => runCommand(words, { cwd, modules });

const rows = Array.from({ length: 400 }, (_, i) => {
  const [session, rank] = [Math.floor(i / 4), (i % 4) + 1];
  const day = session < 50 ? "2026-11-01" : "2026-11-02";
  return `${session},${session % 30},${day},${rank},${5 - rank},${(i * 7) % 5 === 0 ? 1 : 0}`;
});
const study = (source: string, curve: string): string =>
  `log: { source: ${source}, trajectory: session, user: user, day: day, rank: rank, rewards: [click], exposure: { curve: ${curve} } }\npolicies: { turned: { rank: other } }\nestimators: [mean, dcg]\n`;
const given = "{ model: geometric, gamma: 0.8 }";

beforeAll(async () => {
  cwd = await mkdtemp(join(tmpdir(), "hindcast-tally-"));
  const header = "session,user,day,rank,other,click";
  const days = [rows.slice(0, 200), rows.slice(200)];
  for (const [i, part] of [rows, ...days].entries()) {
    await writeFile(join(cwd, `log${i}.csv`), [header, ...part].join("\n"));
    await writeFile(join(cwd, `study${i}.yaml`), study(`log${i}.csv`, given));
    await run("evaluate", `study${i}.yaml`, "--save-tally", `t${i}.parquet`);
    if (i === 1)
      await run(
        "evaluate",
        "study1.yaml",
        "--keep-users=personal-data",
        "--save-tally",
        "u1.parquet",
      );
  }
});
afterAll(() => rm(cwd, { recursive: true }));

const valuesIn = ({ stdout }: CommandResult): unknown =>
  JSON.parse(stdout).estimates.map((row: { value?: number; policy: string }) => [
    row.policy,
    row.value,
  ]);

describe("tally", () => {
  it("adds days to what the whole log gives, in a file or on the way", async () => {
    const whole = valuesIn(await run("evaluate", "t0.parquet", "--format", "json"));
    const both = await run("evaluate", "t1.parquet", "t2.parquet", "--format", "json");
    expect(valuesIn(both)).toEqual(whole);
    const kept = await run("evaluate", "u1.parquet", "t2.parquet", "--format", "json");
    expect(valuesIn(kept)).toEqual(whole);
    const added = await run("tally", "add", "t1.parquet", "t2.parquet", "-o", "sum.parquet");
    expect(added).toMatchObject({ code: 0, stdout: "" });
    expect(added.stderr).toContain("Next: hindcast evaluate sum.parquet");
    const again = await run("evaluate", "sum.parquet", "--format", "json");
    expect(valuesIn(again)).toEqual(whole);
    expect(JSON.parse(again.stdout).log.buckets.kind).toBe("hashed");
  });

  it("refuses to count one log twice, under whatever name", async () => {
    await copyFile(join(cwd, "t1.parquet"), join(cwd, "copy.parquet"));
    for (const words of [
      ["tally", "add", "t1.parquet", "t2.parquet", "copy.parquet", "-o", "sum2.parquet"],
      ["evaluate", "t1.parquet", "copy.parquet"],
    ]) {
      const { code, stderr } = await run(...words);
      expect(code).toBe(1);
      expect(stderr).toContain("copy.parquet has the same content as t1.parquet");
    }
  });

  it("refuses to count one day of a log twice, in tallies of other files", async () => {
    const { code, stderr } = await run("evaluate", "t2.parquet", "t0.parquet");
    expect(code).toBe(1);
    expect(stderr).toContain("t0.parquet and t2.parquet both hold 50 trajectories of");
    expect(stderr).toContain("of 2026-11-02, as many in every group of users");
    const kept = await run("tally", "add", "u1.parquet", "t0.parquet", "-o", "twice.parquet");
    expect(kept).toMatchObject({ code: 1, stderr: expect.stringContaining("of 2026-11-01") });
  });

  it("refuses a day that was taken again after late rewards", async () => {
    const late = rows.slice(200).map((row, i) => (i % 7 === 0 ? row.replace(/.$/, "1") : row));
    await writeFile(
      join(cwd, "late.csv"),
      ["session,user,day,rank,other,click", ...late].join("\n"),
    );
    await writeFile(join(cwd, "late.yaml"), study("late.csv", given));
    await run("evaluate", "late.yaml", "--save-tally", "late.parquet");
    const { code, stderr } = await run("evaluate", "t1.parquet", "t2.parquet", "late.parquet");
    expect(code).toBe(1);
    expect(stderr).toContain("late.parquet and t2.parquet both hold 50 trajectories");
    expect(stderr).toContain("taken again, after late rewards say, add only the newer file");
  });

  it("adds two logs of one day that other users saw, and without days equal groups", async () => {
    const swap = rows.slice(200).map((row) => row.split(","));
    const header = "session,user,day,rank,other,click";
    const others = swap.map(([session, user, ...rest]) => [session, Number(user) + 100, ...rest]);
    const again = swap.map(([session, user, , rank, other], i) => [
      ...[session, user, "", rank, other],
      i % 3 === 0 ? 1 : 0,
    ]);
    for (const [name, log] of Object.entries({ swap, others, again })) {
      await writeFile(join(cwd, `${name}.csv`), [header, ...log.map(String)].join("\n"));
      const text = study(`${name}.csv`, given);
      const dayless = text.replace("day: day, ", "");
      await writeFile(join(cwd, `${name}.yaml`), name === "others" ? text : dayless);
      await run("evaluate", `${name}.yaml`, "--save-tally", `${name}.parquet`);
    }
    for (const pair of [
      ["t2.parquet", "others.parquet"],
      ["swap.parquet", "again.parquet"],
    ]) {
      const { stdout } = await run("evaluate", ...pair, "--format", "json");
      expect(JSON.parse(stdout).log.trajectories).toBe(100);
    }
  });

  it("adds other lists of the same users on the same day", async () => {
    const header = "session,user,day,rank,other,click";
    const shorter = rows.slice(200).flatMap((row) => {
      const [session, user, day, rank = "", ...rest] = row.split(",");
      return Number(rank) > 1 + (Number(session) % 4)
        ? []
        : [[`x${session}`, user, day, rank, ...rest]];
    });
    await writeFile(join(cwd, "short.csv"), [header, ...shorter.map(String)].join("\n"));
    await writeFile(join(cwd, "short.yaml"), study("short.csv", given));
    await run("evaluate", "short.yaml", "--save-tally", "short.parquet");
    const { stdout } = await run("evaluate", "t2.parquet", "short.parquet", "--format", "json");
    expect(JSON.parse(stdout).log.trajectories).toBe(100);
  });

  it("says of a sum that its rows may be of one user", async () => {
    const added = await run("tally", "add", "t1.parquet", "t2.parquet", "-o", "s.parquet");
    expect(added.stderr).toContain("of fewer than 5 users is not known");
  });

  it.each([["init"], ["check"], ["fit"]])("%s says that a tally is not a log", async (command) => {
    const { code, stderr, stdout } = await run(command, "t1.parquet");
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toContain("t1.parquet is a tally that --save-tally wrote");
    expect(stderr).toContain("hindcast evaluate t1.parquet");
  });

  it("lists what tallies hold, and whose sums their rows are", async () => {
    const { stdout } = await run("tally", "list", "t1.parquet", "t2.parquet");
    expect(stdout).toMatch(/t1\.parquet +2026-11-01 +50 +200 +4 groups of users +shared +turned/);
    const { stdout: kept } = await run("tally", "list", "u1.parquet");
    expect(kept).toMatch(/u1\.parquet +2026-11-01 +50 +200 +user +shared +turned/);
    const listed = await run("tally", "list", "t0.parquet", "--format", "json");
    expect(JSON.parse(listed.stdout)).toMatchObject([
      { days: ["2026-11-01", "2026-11-02"], trajectories: 100, level: "folded", ownCurve: false },
    ]);
  });

  it("compares two tallies by comparison, by what is trusted only", async () => {
    const diff = await run("tally", "diff", "t1.parquet", "t2.parquet", "--format", "json");
    const results = await Promise.all(
      ["t1.parquet", "t2.parquet"].map((file) => run("evaluate", file, "--format", "json")),
    );
    const [a, b] = results.map(({ stdout }) => JSON.parse(stdout).verdicts[0]);
    const [line] = JSON.parse(diff.stdout);
    expect(line).toMatchObject({ policy: "turned", before: { verdict: a.verdict } });
    const isTrusted = a.verdict !== "doNotTrust" && b.verdict !== "doNotTrust";
    expect(line.change).toEqual(
      isTrusted
        ? {
            value: b.value - a.value,
            se: expect.closeTo(Math.hypot(a.se, b.se), 12),
          }
        : null,
    );
    expect((await run("tally", "diff", "t1.parquet", "t2.parquet")).stdout).toContain("turned");
  });

  it("says at once that a tally with a curve of its own log does not add, and which file does not", async () => {
    await writeFile(join(cwd, "fitted.yaml"), study("log1.csv", "{ fit: geometric }"));
    const saved = await run("evaluate", "fitted.yaml", "--save-tally", "own.parquet");
    expect(saved.stderr).toContain("this tally adds to no other");
    const added = await run("tally", "add", "t2.parquet", "own.parquet", "-o", "no.parquet");
    expect(added).toMatchObject({ code: 1, stderr: expect.stringContaining("own.parquet: ") });
  });

  it.each([
    [["tally", "add", "t1.parquet"], "--output"],
    [["tally", "diff", "t1.parquet"], "compares two tallies"],
    [["tally", "ad", "t1.parquet"], 'Did you mean "add"'],
    [["evaluate", "study1.yaml", "t1.parquet"], "study1.yaml is not a tally"],
  ])("%j is refused", async (words, why) => {
    const ended = await run(...words);
    expect(ended).toMatchObject({ code: 1, stdout: "" });
    expect(ended.stderr).toContain(why);
  });
});
