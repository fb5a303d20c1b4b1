import { readFile } from "node:fs/promises";
import { describe, expect, it } from "vitest";
import { type Row, useBench } from "../../test/bad-input/bad-log.js";
import { type CommandResult, runCommand } from "../../test/fixture/run-command.js";
import { drawTrips } from "../exposure/drawn-trips.js";
import { createRandom } from "../random/create-random.js";
import { modules } from "./modules.js";

const bench = useBench();
const truth = { model: "geometric", parameters: { gamma: 0.7 } };

/** Rows of trajectories that went so deep, in lists of 12, two to a visitor. */
const rowsOf = (depths: readonly number[]): readonly Row[] =>
  depths.flatMap((depth, at) =>
    Array.from({ length: depth }, (_, rank) => ({
      session: at,
      place: rank + 1,
      visitor: at % Math.ceil(depths.length / 2),
      offered: 12,
      liked: (at + rank) % 3 === 0 ? 1 : 0,
      place2: depth - rank,
      date: "2026-11-01",
    })),
  );

const drawn = rowsOf(drawTrips(createRandom(5), truth, 600).depths);
const roles = "--trajectory session --rank place --user visitor".split(" ");

const fitted = async (
  name: string,
  rows: readonly Row[],
  ...more: string[]
): Promise<CommandResult> =>
  runCommand(["fit", await bench.csv(name, rows), ...roles, ...more], { modules });

describe("fit of a log", () => {
  it("finds the curve that the log was drawn from, and a study reads it back", async () => {
    const file = bench.at("fit.json");
    const ended = await fitted("good.csv", drawn, "--list-length", "offered", "-o", file);
    expect(ended.code).toBe(0);
    expect(ended.stdout).toMatch(/^GEOMETRIC +The log\n {2}gamma 0\.\d+ ± /m);
    const { feeds } = JSON.parse(await readFile(file, "utf8"));
    const [{ value, se }] = feeds[0].fit.estimates;
    expect(Math.abs(value - 0.7)).toBeLessThan(4 * se);
    const log = `{ source: good.csv, trajectory: session, rank: place, user: visitor, day: date, listLength: offered, rewards: { like: liked }, exposure: { curve: { file: fit.json } } }`;
    const study = await bench.text(
      "s.yaml",
      `log: ${log}\npolicies: { other: { rank: place2 } }\n`,
    );
    const evaluated = await runCommand(["evaluate", study, "--format", "json"], { modules });
    expect(evaluated.stderr).toBe("");
    const { estimates } = JSON.parse(evaluated.stdout);
    const dcg = estimates.find(
      (row: Row) => row.estimator === "dcg" && row.policy === "other" && row.day === null,
    );
    expect((dcg.withheld ?? dcg).se).toBeGreaterThan(0);
  });

  it("takes the list's end for a stop where it is not told, and warns", async () => {
    const ended = await fitted("unknown.csv", drawn);
    expect(ended.stdout).toContain("! list length unknown");
    const told = await fitted("unknown.csv", drawn, "--list-length", "offered");
    expect(told.stdout).not.toContain("list length unknown");
  });

  it.each([
    ["where all stop at rank 1", rowsOf(Array.from({ length: 90 }, () => 1)), "stop at rank 1"],
    [
      "without a stop",
      rowsOf(Array.from({ length: 90 }, () => 12)),
      "No trajectory was seen to stop",
    ],
  ])("%s has no curve, ends with 2, and says why", async (_, rows, why) => {
    const ended = await fitted("none.csv", rows, "--list-length", "offered");
    expect(ended.code).toBe(2);
    expect(ended.stdout).toContain("NO CURVE");
    expect(ended.stderr).toMatch(/^error: No model can be fitted on these trajectories\. /);
    expect(ended.stderr).toContain(why);
  });

  it("with ranks beyond the list, or flags that ranks contradict, is refused", async () => {
    const beyond = drawn.map((row) => ({ ...row, offered: 2 }));
    const ended = await fitted("beyond.csv", beyond, "--list-length", "offered");
    expect([ended.code, ended.stdout]).toEqual([2, ""]);
    expect(ended.stderr).toMatch(/^error: log\.listLength: /);
    const cut = drawn.map((row) => ({ ...row, cut: row.place === 1 }));
    const contradicted = await fitted("cut.csv", cut, "--censored", "cut");
    expect([contradicted.code, contradicted.stdout]).toEqual([2, ""]);
    expect(contradicted.stderr).toMatch(/^error: log\.censored \(column "cut"\)/);
  });

  it("names the columns where ranks are not named, and the nearest where one is misspelt", async () => {
    const path = await bench.csv("names.csv", drawn);
    const unnamed = await runCommand(["fit", path, "--trajectory", "session"], { modules });
    expect(unnamed.code).toBe(1);
    expect(unnamed.stderr).toContain("its columns are session, place, visitor, offered, liked");
    const words = ["fit", path, "--trajectory", "session", "--rank", "plcae"];
    const misspelt = await runCommand(words, { modules });
    expect(misspelt.code).toBe(1);
    expect(misspelt.stderr).toContain('did you mean "place"?');
  });
});
