import { describe, expect, it } from "vitest";
import { repetitions } from "../../../test/fixture/property.js";
import {
  comparisonOf,
  decisionOf,
  drawSessions,
  plainWorld,
  type SessionWorld,
} from "../../../test/fixture/session-worlds.js";
import { ranksWithoutReward } from "./ranks-without-reward.js";

const third = (rank: number): number => (rank === 3 ? 1 : rank < 3 ? rank + 1 : rank);
/** The third item moves to the top, in half of the sessions. */
const moved: SessionWorld = {
  ...plainWorld,
  sessions: 4000,
  target: (rank, chance) => (chance < 0.5 ? third(rank) : rank),
};
const silentAt = (...ranks: readonly number[]): SessionWorld => ({
  ...moved,
  rewards: moved.rewards.map((each, at) => (ranks.includes(at + 1) ? 0 : each)),
});

describe("ranksWithoutReward", () => {
  it("withdraws a call that a rank which lost its rewards makes", () => {
    const world = silentAt(1);
    for (const seed of ["a", "b", "c"]) {
      expect(comparisonOf(world, seed).naive).toBeGreaterThan(3);
      const decision = decisionOf(world, seed);
      expect(decision.verdict).toBe("cannotTell");
      const found = decision.findings.find(({ code }) => code === "ranksWithoutReward");
      expect(found).toMatchObject({ effect: "cannotTell", applies: true });
      expect(found?.message).toMatch(/^None of the 4,000 rows at rank 1 carries a r, where the/);
    }
  });

  it("is the difference with the rewards of the next ranks, or without those that move there", () => {
    const world = silentAt(1, 6);
    const comparison = comparisonOf(world, "a");
    const rows = drawSessions(world, "a").flatMap((session) => session.rows);
    const p = (rank: number): number => world.curve[rank - 1] ?? 0;
    const rateAt = (rank: number): number => {
      const own = rows.filter((row) => row.rank === rank);
      return own.reduce((sum, { rewards: { r = 0 } }) => sum + r, 0) / own.length;
    };
    const rates = new Map([
      [1, rateAt(2)],
      [6, (rateAt(5) + rateAt(7)) / 2],
    ]);
    const under = (earns: (row: (typeof rows)[number], isPlaced: boolean) => number): number =>
      rows.reduce(
        (sum, row) => sum + (earns(row, true) * p(row.target)) / p(row.rank) - earns(row, false),
        0,
      ) / world.sessions;
    const lost = under(({ rank, rewards: { r = 0 } }) => r + (rates.get(rank) ?? 0));
    const never = under(({ target, rewards: { r = 0 } }, isPlaced) =>
      isPlaced && rates.has(target) ? 0 : r,
    );
    expect(comparison.difference).toBeGreaterThan(Math.max(lost, never));
    const { alternative, facts } = ranksWithoutReward.examine(comparison);
    expect(alternative?.difference).toBeCloseTo(Math.min(lost, never), 9);
    const silent = rows.filter(({ rank }) => rates.has(rank));
    const expected = [
      [1, 2],
      [6, Number(rates.get(6)) > rateAt(5) ? 5 : 7],
    ].map(([rank, by = 0]) => rows.filter((row) => row.rank === rank).length * (rateAt(by) / 2));
    const most = Math.floor(expected.reduce((sum, each) => sum + each, 0));
    expect(facts).toMatchObject({
      ranks: 2,
      first: 1,
      last: 6,
      rows: silent.length,
      expected: most,
    });
  });

  it("lets a call stand that both readings make, and one of items that stay where they are", () => {
    const rewards = moved.rewards.map((_, at) => (at === 5 ? 0 : at === 2 ? 0.6 : 0.1));
    expect(decisionOf({ ...moved, rewards }, "a").verdict).toBe("better");
    expect(ranksWithoutReward.examine(comparisonOf({ ...moved, rewards }, "a"))).toMatchObject({
      effect: "none",
      applies: true,
    });
    const both = (rank: number): number =>
      rank === 3 ? 1 : rank === 1 ? 3 : rank === 5 ? 6 : rank === 6 ? 5 : rank;
    expect(decisionOf({ ...moved, rewards, target: both }, "a")).toMatchObject({
      verdict: "better",
    });
    expect(
      ranksWithoutReward.examine(comparisonOf({ ...moved, rewards, target: both }, "a")).effect,
    ).toBe("watch");
  });

  it("names the reading that it gives, against a baseline that this reading changes too", () => {
    const world = silentAt(1);
    const comparison = comparisonOf(world, "a");
    const lessOften: SessionWorld = {
      ...world,
      target: (rank, chance) => (chance < 0.1 ? third(rank) : rank),
    };
    const other = comparisonOf(lessOften, "a");
    const difference = comparison.difference - other.difference;
    const found = ranksWithoutReward.examine({ ...comparison, base: other.policy, difference });
    expect(found.alternative?.difference).toBeLessThan(-2 * comparison.se);
    expect(found.message).toContain("If no item can earn a r there, the difference is");
  });

  it("is not put off by a few rewards that were not lost", () => {
    const few = { ...moved, rewards: moved.rewards.map((each, at) => (at === 0 ? 0.003 : each)) };
    for (const seed of ["a", "b", "c"]) {
      expect(comparisonOf(few, seed).naive).toBeGreaterThan(3);
      const { verdict, findings } = decisionOf(few, seed);
      const found = findings.find(({ code }) => code === "ranksWithoutReward");
      expect([verdict, found?.effect]).toEqual(["cannotTell", "cannotTell"]);
      expect(found?.message).toMatch(/^\d+ of the 4,000 rows at rank 1 carry a r, where the/);
    }
  });

  it("is silent of rare rewards, of chances that halve from rank to rank, and of short logs", () => {
    const worlds: readonly SessionWorld[] = [
      { ...moved, rewards: moved.rewards.map(() => 0.0005) },
      { ...moved, rewards: moved.rewards.map((_, at) => 0.5 ** (at + 1)) },
      { ...moved, rewards: moved.rewards.map((_, at) => 0.5 ** (10 - at)) },
      { ...silentAt(1), sessions: 60 },
    ];
    const seeds = Array.from({ length: repetitions(10, 200) }, (_, at) => `rare ${at}`);
    const spoke = worlds.map((world) =>
      seeds.filter((seed) => ranksWithoutReward.examine(comparisonOf(world, seed)).applies),
    );
    expect(spoke.flat().length / (worlds.length * seeds.length)).toBeLessThanOrEqual(0.01);
  });
});
