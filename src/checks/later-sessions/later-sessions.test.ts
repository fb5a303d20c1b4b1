import { describe, expect, it } from "vitest";
import { inTurn } from "../../../test/fixture/property.js";
import { equal, plain, withItem } from "../../../test/fixture/verdict-worlds/clean.js";
import { drawLog } from "../../../test/fixture/verdict-worlds/draw-log.js";
import type { Log } from "../../../test/fixture/verdict-worlds/log.js";
import { studyOf } from "../../../test/fixture/verdict-worlds/study-of.js";
import type { World } from "../../../test/fixture/verdict-worlds/world.js";
import { evaluate } from "../../evaluate/evaluate.js";
import { createInterpreter } from "../../sql/interpreter/interpreter.js";
import { readStudy } from "../../study/read-study.js";

const bait = 99;
/** A list with the bait at each rank, which the candidate puts to the top. */
const lists = [1, 2, 3, 4].map((rank) => {
  const shown = withItem(equal(4, 0.2), rank, { id: bait, good: 0.5 });
  const isBait = ({ id }: { readonly id: number }): boolean => id === bait;
  const target = [...shown.filter(isBait), ...shown.filter((each) => !isBait(each))];
  return { share: 0.25, shown, target };
});
const goesOn = [0.6, 0.6, 0.6];
const people = [{ share: 1, goesOn, taste: 1 }];
const world: World = {
  ...plain,
  ...{ name: "bait", lists, people, sessions: 4_000, curve: [1, 0.6, 0.36, 0.216] },
  days: Array.from({ length: 5 }, () => people),
  users: { count: 1_000, spread: 0 },
  later: { bait: [bait], keeps: 1 },
};

async function found(of: World, drawn: Log, trust?: { readonly fallsBy: number }) {
  const { log, ...study } = studyOf(of, drawn) as { readonly log: { readonly exposure: object } };
  const trusting = { ...log, exposure: { ...log.exposure, ...(trust && { trust }) } };
  const { verdicts } = await evaluate(readStudy({ ...study, log: trusting }), {
    engine: createInterpreter({}),
  });
  const verdict = verdicts.find(({ policy }) => policy === "candidate");
  const row = verdict?.checks?.find(({ check }) => check === "laterSessions");
  if (verdict === undefined || row === undefined) throw new Error("no such line");
  return { verdict, row };
}

/** What the candidate's lists earn more than the log's, where they are shown. */
function truth(of: World): number {
  const shown = of.lists.map((list) => ({ ...list, shown: list.target }));
  const earned = (each: World): number =>
    ["a", "b", "c", "d"]
      .flatMap((seed) => drawLog(each, seed).good)
      .reduce<number>((sum, good) => sum + (good ?? 0), 0) /
    (4 * of.sessions);
  return earned({ ...of, lists: shown }) - earned(of);
}

describe("laterSessions", () => {
  it("withdraws a call that later sessions take away", async () => {
    const after = { ...world, later: { bait: [bait], keeps: 0.4 } };
    const log = drawLog(after, "1");
    const { verdict, row } = await found(after, log);
    expect([verdict.verdict, verdict.reason.code, row.effect]).toEqual([
      "cannotTell",
      "laterSessions",
      "cannotTell",
    ]);
    const { difference = 0, se = 0 } = row.alternative ?? {};
    const loss = truth(after);
    expect(Math.abs(difference - loss)).toBeLessThan(3 * se);
    const [low = 0, high = 0] = verdict.interval ?? [];
    expect(low).toBeLessThan(loss);
    expect(high).toBeGreaterThan(0);
    expect(verdict.notTestable).not.toContain("laterSessions");
  });

  it("adds up with the trust that a study states: either may move the difference", async () => {
    const after = { ...world, later: { bait: [bait], keeps: 0.4 } };
    const log = drawLog(after, "1");
    const [alone, both] = [await found(after, log), await found(after, log, { fallsBy: 0.02 })];
    const added = both.verdict.alternatives?.filter(({ role }) => role === "added") ?? [];
    expect(added.map(({ check }) => check)).toEqual(["trustBias", "laterSessions"]);
    const [byTrust = Number.NaN, byLater = Number.NaN] = added.map(({ value }) => value);
    expect(both.verdict.set).toEqual([byLater, byTrust]);
    expect(byLater).toBe(alone.verdict.set?.[0]);
    expect(byTrust).toBeGreaterThan(alone.verdict.set?.[1] ?? Number.NaN);
    expect([both.verdict.verdict, both.verdict.reason.code]).toEqual([
      "cannotTell",
      "laterSessions",
    ]);
  });

  it("says nothing where lists change nothing later, also of users who earn more than others", async () => {
    for (const spread of inTurn([0, 0.5])) {
      const quiet = { ...world, users: { count: 1_000, spread } };
      const { verdict, row } = await found(quiet, drawLog(quiet, "1"));
      expect([verdict.verdict, row.effect]).toEqual(["better", "none"]);
    }
  });

  it("is not looked for where the log names no users, or no days", async () => {
    const { users: _, ...unnamed } = world;
    const { days: __, ...undated } = world;
    for (const of of inTurn([unnamed, undated])) {
      const { verdict, row } = await found(of, drawLog(of, "1"));
      expect(row.holds).toBeNull();
      expect(verdict.notTestable).toContain("laterSessions");
    }
  });
});
