import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { inTurn } from "../../../test/fixture/property.js";
import { drawLog } from "../../../test/fixture/verdict-worlds/draw-log.js";
import { clustersAlone, neighboursFlip } from "../../../test/fixture/verdict-worlds/neighbours.js";
import { studyOf } from "../../../test/fixture/verdict-worlds/study-of.js";
import { truthOf } from "../../../test/fixture/verdict-worlds/truth.js";
import type { World } from "../../../test/fixture/verdict-worlds/world.js";
import { createDuckdbEngine } from "../../engines/duckdb/index.js";
import { evaluate } from "../../evaluate/evaluate.js";
import type { Engine } from "../../sql/engine.js";
import { readStudy } from "../../study/read-study.js";

let engine: Engine;
beforeAll(async () => {
  engine = await createDuckdbEngine({ threads: 1 });
});
afterAll(() => engine.close());

async function found(world: World, seed = "1") {
  const { verdicts } = await evaluate(readStudy(studyOf(world, drawLog(world, seed))), { engine });
  const verdict = verdicts.find(({ policy }) => policy === "candidate");
  const row = verdict?.checks?.find(({ check }) => check === "neighbours");
  if (verdict === undefined) throw new Error("no such line");
  return { verdict, row };
}

const [flip, unnamed, ...harmful] = neighboursFlip;

describe("neighbours", () => {
  it("withdraws a call of a candidate that puts items of a cluster together, which take from each other", async () => {
    if (flip === undefined) throw new Error("no world");
    const { verdict, row } = await found(flip);
    expect([verdict.verdict, verdict.reason.code, row?.effect]).toEqual([
      "cannotTell",
      "neighbours",
      "cannotTell",
    ]);
    const { logged, target } = truthOf(flip);
    const [low = 0, high = 0] = verdict.interval ?? [];
    expect([low < target - logged, target - logged < high]).toEqual([true, true]);
    expect(target).toBeLessThan(logged);
    expect(verdict.notTestable).not.toContain("neighbours");
    expect(row?.measured.value).toBeLessThan(0);
  });

  it.each(inTurn(harmful.map((world) => [world.name, world])))(
    "calls no harmful candidate better: %s",
    async (_, world) => {
      const { logged, target } = truthOf(world);
      expect(target).toBeLessThan(logged);
      const { verdict, row } = await found(world);
      expect([verdict.verdict, verdict.reason.code, row?.holds]).toEqual([
        "cannotTell",
        "neighbours",
        false,
      ]);
    },
  );

  it("is asked for where the log names no clusters", async () => {
    if (unnamed === undefined) throw new Error("no world");
    const { verdict, row } = await found(unnamed);
    expect([verdict.verdict, row]).toEqual(["better", undefined]);
    expect(verdict.notTestable).toContain("neighbours");
  });

  it.each(inTurn(clustersAlone.map((world) => [world.name, world])))(
    "leaves a call where items do nothing to each other: %s",
    async (_, world) => {
      const { verdict, row } = await found(world);
      expect(verdict.verdict).toBe(world.better === "higher" ? "better" : "worse");
      const isTold = row?.holds === true && row.effect === "none";
      expect(verdict.notTestable?.includes("neighboursUntold")).toBe(!isTold);
      expect(row?.effect).toBe(/taste \.7|sessions|lower/.test(world.name) ? "watch" : "none");
    },
  );
});
