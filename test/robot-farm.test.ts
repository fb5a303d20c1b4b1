import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDuckdbEngine } from "../src/engines/duckdb/index.js";
import { addTallies } from "../src/evaluate/add/add-tallies.js";
import { conclude } from "../src/evaluate/conclude/conclude.js";
import type { Verdict } from "../src/evaluate/conclude/result.js";
import { evaluate } from "../src/evaluate/evaluate.js";
import { takeTally } from "../src/evaluate/take-tally.js";
import type { Engine } from "../src/sql/engine.js";
import { createInterpreter } from "../src/sql/interpreter/interpreter.js";
import { readStudy } from "../src/study/read-study.js";
import { foldTally } from "../src/tally/fold.js";
import { inTurn, isInTurn, repetitions } from "./fixture/property.js";
import { drawLog } from "./fixture/verdict-worlds/draw-log.js";
import type { Log } from "./fixture/verdict-worlds/log.js";
import { robotFarms } from "./fixture/verdict-worlds/robots.js";
import { studyOf } from "./fixture/verdict-worlds/study-of.js";
import { geometric, type World } from "./fixture/verdict-worlds/world.js";

let engine: Engine;
beforeAll(async () => {
  engine = await createDuckdbEngine({ threads: 1 });
});
afterAll(() => engine.close());

const [farm] = robotFarms;
if (farm === undefined) throw new Error("there is no such world");
const world: World = {
  ...farm,
  ...{ sessions: 6_000, users: { count: 1_800, spread: 0 } },
  robots: { share: 0.08, users: 40, reward: 0.8 },
};
const log = drawLog(world, "1");
const study = studyOf(world, log);

/** The log without users with four sessions or more who view four in five lists of ten or more to the end. */
function withoutReaders(own: Log): Log {
  const depths = new Map<number, { readonly user: number; readonly depth: number }>();
  own.session.forEach((session, row) => {
    depths.set(session ?? 0, { user: own.user[row] ?? 0, depth: own.position[row] ?? 0 });
  });
  const lists = new Map<number, number[]>();
  for (const { user, depth } of depths.values())
    lists.set(user, [...(lists.get(user) ?? []), depth]);
  const isReader = (user: number | null): boolean => {
    const all = lists.get(user ?? 0) ?? [];
    return all.length >= 4 && all.filter((depth) => depth === 10).length >= 0.8 * all.length;
  };
  const isPerson = own.user.map((user) => !isReader(user));
  const kept = Object.entries(own).map(([name, column]) => [
    name,
    (column as unknown[]).filter((_, row) => isPerson[row]),
  ]);
  return Object.fromEntries(kept) as Log;
}

let asked: Promise<Verdict | undefined> | undefined;
/** The verdict on the whole log, computed once. */
function ownVerdict(): Promise<Verdict | undefined> {
  asked ??= evaluate(readStudy(study), { engine }).then(({ verdicts }) => verdicts[0]);
  return asked;
}

const foundIn = (verdict: Verdict | undefined) =>
  verdict?.checks?.find(({ check }) => check === "robots");

/** A quick run tries one of three ways of asking. */
const shares = repetitions(3, 1);

describe("a farm of robots in a log with users", () => {
  it.runIf(isInTurn(2, shares))(
    "makes no call, and the difference without it is that of the log without its rows",
    async () => {
      const own = await ownVerdict();
      expect([own?.verdict, own?.reason.code]).toEqual(["cannotTell", "robots"]);
      const people = readStudy(studyOf(world, withoutReaders(log)));
      const [alone] = (await evaluate(people, { engine })).verdicts;
      const { difference, users, earnedUnderCheck } = foundIn(own)?.facts ?? {};
      expect(users).toBeGreaterThanOrEqual(40);
      expect(difference).toBeCloseTo(alone?.value ?? Number.NaN, 9);
      const [ofPeople, ofAll] = [alone?.lift, own?.lift];
      if (ofPeople == null || "none" in ofPeople) throw new Error("people have a lift");
      if (ofAll == null || "none" in ofAll) throw new Error("all have a lift");
      expect(Number(difference) / Number(earnedUnderCheck)).toBeCloseTo(ofPeople.value, 9);
      const [low = Number.NaN, high = Number.NaN] = ofAll.set ?? [];
      expect(low).toBeLessThanOrEqual(ofPeople.value + 1e-9);
      expect(high).toBeGreaterThanOrEqual(ofPeople.value - 1e-9);
    },
  );

  it.runIf(isInTurn(0, shares))(
    "is found by every engine, in a tally and in one whose users are in groups",
    async () => {
      const own = await ownVerdict();
      const tally = await takeTally(readStudy(study), { engine: createInterpreter({}) });
      for (const each of inTurn([tally, foldTally(tally, 128)], 2)) {
        const [other] = (await conclude(each)).verdicts;
        const [found, wanted] = [foundIn(other), foundIn(own)].map(
          (each) => each?.facts.difference,
        );
        expect(found).toBeCloseTo(Number(wanted), 12);
      }
    },
  );

  it.runIf(isInTurn(1, shares))(
    "is found in tallies that are added, and said where one of them does not tell",
    async () => {
      const tallyOf = (drawn: World, seed: string) => {
        const own = { ...drawn, curve: geometric(0.8, 10) };
        return takeTally(readStudy(studyOf(own, drawLog(own, seed))), { engine });
      };
      const { robots: _, ...people } = world;
      const [one, other, clean] = [
        await tallyOf(world, "1"),
        await tallyOf(world, "2"),
        await tallyOf(people, "3"),
      ];
      const both = foundIn((await conclude(addTallies(one, other))).verdicts[0]);
      expect(both).toMatchObject({ applies: true, facts: { role: "added" } });
      const half = foundIn((await conclude(addTallies(one, clean))).verdicts[0]);
      expect(half).toMatchObject({ effect: "inconclusive", applies: false });
    },
  );

  it("is not looked for where the log names no users, or no lengths of lists", async () => {
    const { user: _, ...unnamed } = study.log as Record<string, unknown>;
    const { listLength: __, ...endless } = study.log as Record<string, unknown>;
    for (const each of inTurn([unnamed, endless], 2)) {
      const tally = await takeTally(readStudy({ ...study, log: each }), { engine });
      expect(Object.keys(tally.tables).filter((name) => /users|readers/.test(name))).toEqual([]);
    }
  });
});
