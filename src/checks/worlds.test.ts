import { describe, expect, it } from "vitest";
import { inTurn } from "../../test/fixture/property.js";
import {
  comparisonOf,
  decisionOf,
  neighbours,
  plainWorld,
  type SessionWorld,
} from "../../test/fixture/session-worlds.js";
import type { CheckOutcome } from "./decide.js";

const seeds = inTurn(["a", "b", "c", "d", "e"]);
const swapped13 = (rank: number): number => (rank === 1 ? 3 : rank === 3 ? 1 : rank);
const log2 = Array.from({ length: 10 }, (_, at) => 1 / Math.log2(at + 2));

/** The curve of a feed in which a reward ends the session. */
function curveWhere(rewards: readonly number[], goesOn: number, after: number): readonly number[] {
  let p = 1;
  return rewards.map((reward) => {
    const here = p;
    p *= goesOn * (1 - (1 - after) * reward);
    return here;
  });
}

function verdicts(world: SessionWorld): readonly CheckOutcome[] {
  return seeds.map((seed) => decisionOf(world, seed));
}
const effects = ({ findings }: CheckOutcome, code: string): string | undefined =>
  findings.find((finding) => finding.code === code)?.effect;

describe("clean worlds", () => {
  it("call an improvement of a tenth better, and refuse nothing", () => {
    const rewards = plainWorld.rewards.map((reward, at) => (at === 2 ? 0.2 : reward));
    const world = { ...plainWorld, rewards, target: swapped13 };
    expect(verdicts(world).map(({ verdict }) => verdict)).toEqual(seeds.map(() => "better"));
    expect(verdicts({ ...world, better: "lower" }).map(({ verdict }) => verdict)).toEqual(
      seeds.map(() => "worse"),
    );
  });

  it("call no difference where there is none, and refuse nothing", () => {
    for (const { verdict } of verdicts({ ...plainWorld, target: swapped13 })) {
      expect(verdict).toBe("cannotTell");
    }
  });
});

describe("worlds that mislead the interval alone", () => {
  it("items that the log does not hold: a policy that raises complaints is not called better", () => {
    const fresh: SessionWorld = {
      ...plainWorld,
      better: "lower",
      target: (rank, chance) => (chance < 0.75 && rank >= 7 ? rank + 1 : rank),
    };
    for (const seed of seeds) expect(comparisonOf(fresh, seed).naive).toBeLessThan(-3);
    for (const decision of verdicts(fresh)) {
      expect(decision.verdict).toBe("cannotTell");
      expect(decision.findings.find(({ code }) => code === "support")?.applies).toBe(true);
    }
  });

  it("the same for a reward that is good: what is missing can only add, and the line says how much", () => {
    const rewards = plainWorld.rewards.map((_, at) => (at < 3 ? 0.05 : 0.2));
    const world: SessionWorld = {
      ...plainWorld,
      rewards,
      target: (rank, chance) => (rank < 3 ? 3 - rank : chance < 0.1 && rank >= 9 ? rank + 1 : rank),
    };
    for (const decision of verdicts(world)) expect(decision.verdict).not.toBe("worse");
  });

  it("a curve that the log refutes", () => {
    const world = { ...plainWorld, target: neighbours, curve: log2, sessions: 20_000 };
    for (const decision of verdicts(world)) {
      expect(decision.verdict).toBe("cannotTell");
      expect(effects(decision, "curve")).toBe("cannotTell");
    }
  });

  it("keen sessions that scroll deeper", () => {
    const world: SessionWorld = {
      ...plainWorld,
      sessions: 20_000,
      goesOn: (keen) => (keen ? 0.9 : 0.6),
      taste: (keen) => (keen ? 1.5 : 0.5),
      target: (rank) => (rank === 4 ? 1 : rank < 4 ? rank + 1 : rank),
      curve: Array.from({ length: 10 }, (_, at) => (0.9 ** at + 0.6 ** at) / 2),
    };
    for (const seed of seeds) expect(comparisonOf(world, seed).naive).toBeGreaterThan(2);
    for (const decision of verdicts(world)) {
      expect(["doNotTrust", "cannotTell"]).toContain(decision.verdict);
    }
  });

  it("rewards that end sessions: the better number leads, and no call is wrong", () => {
    const rewards = plainWorld.rewards.map((_, at) => (at % 2 === 0 ? 0.1 : 0.4));
    const world: SessionWorld = {
      ...plainWorld,
      rewards,
      goesOn: () => 0.9,
      afterReward: 0.2,
      target: neighbours,
      curve: curveWhere(rewards, 0.9, 0.2),
    };
    const value = (order: (rank: number) => number): number => {
      const shown = rewards.map((_, at) => rewards[order(at + 1) - 1] ?? 0);
      const p = curveWhere(shown, 0.9, 0.2);
      return shown.reduce<number>((sum, reward, at) => sum + reward * (p[at] ?? 0), 0);
    };
    const truth = value(neighbours) - value((rank) => rank);
    for (const decision of verdicts(world)) {
      expect(["better", "cannotTell"]).toContain(decision.verdict);
      const found = decision.findings.find(({ code }) => code === "stopsOnReward");
      const [low, high] = found?.alternative?.interval ?? [9, -9];
      expect([low < truth, high > truth]).toEqual([true, true]);
      expect(Math.abs((found?.alternative?.difference ?? 0) - truth)).toBeLessThan(0.02);
    }
  });

  it("target ranks counted among the viewed items", () => {
    const rotated = (rank: number, chance: number): number =>
      ((rank + Math.floor(chance * 7)) % 10) + 1;
    for (const decision of verdicts({ ...plainWorld, target: rotated, amongViewed: true })) {
      expect(decision.verdict).toBe("doNotTrust");
      expect(decision.findings.map(({ code }) => code)).toEqual([
        "sameInEveryRow",
        "ranksAmongViewed",
      ]);
    }
    for (const decision of verdicts({ ...plainWorld, target: rotated })) {
      expect(effects(decision, "ranksAmongViewed")).toBe("none");
    }
  });

  it("logs of rewarded rows alone, and of rows that were offered", () => {
    for (const decision of verdicts({ ...plainWorld, target: swapped13, clicksOnly: true })) {
      expect(decision.verdict).toBe("doNotTrust");
    }
    for (const decision of verdicts({ ...plainWorld, target: swapped13, offered: true })) {
      expect(effects(decision, "viewsNotLogged")).toBe("watch");
    }
  });

  it("rewards too rare for the weights they meet", () => {
    const moved = (rank: number): number => (rank === 15 ? 1 : rank < 15 ? rank + 1 : rank);
    const rare: SessionWorld = {
      ...plainWorld,
      sessions: 20_000,
      listLength: 20,
      rewards: Array<number>(20).fill(0.002),
      target: moved,
      curve: Array.from({ length: 20 }, (_, at) => 0.8 ** at),
    };
    for (const { verdict } of verdicts(rare)) expect(verdict).toBe("cannotTell");
  });
});
