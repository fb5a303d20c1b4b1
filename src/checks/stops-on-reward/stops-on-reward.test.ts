import { describe, expect, it } from "vitest";
import { repetitions } from "../../../test/fixture/property.js";
import {
  comparisonOf,
  peakOf,
  rowsOf,
  type SessionWorld,
  smallWorld,
} from "../../../test/fixture/session-worlds.js";
import { stopsOnReward } from "./stops-on-reward.js";

const rewards = [0.1, 0.4, 0.1, 0.4, 0.1, 0.4];
const reach = (shown: readonly number[]): readonly number[] =>
  shown.map((_, at) => shown.slice(0, at).reduce((p, q) => p * 0.9 * (1 - 0.8 * q), 1));
const ends: SessionWorld = {
  ...smallWorld,
  rewards,
  goesOn: () => 0.9,
  afterReward: 0.2,
  curve: reach(rewards),
};
const valueOfOrder = (shown: readonly number[]): number =>
  shown.reduce((sum, q, at) => sum + q * (reach(shown)[at] ?? 0), 0);
const truth = valueOfOrder([0.4, 0.1, 0.4, 0.1, 0.4, 0.1]) - valueOfOrder(rewards);

describe("stopsOnReward", () => {
  it("watches a gain that survives, and gives the number near the truth", () => {
    const comparison = comparisonOf(ends, "a");
    const found = stopsOnReward.examine(comparison);
    expect(found).toMatchObject({ effect: "watch", applies: true });
    const { difference = 9, se = 0 } = found.alternative ?? {};
    expect(Math.abs(difference - truth)).toBeLessThan(3 * se);
    expect(Math.abs(comparison.difference - truth)).toBeGreaterThan(3 * comparison.se);
  });

  it("sees a reward that always ends the session, of which no row above a last one tells", () => {
    const reached = (shown: readonly number[]): readonly number[] =>
      shown.map((_, at) => shown.slice(0, at).reduce((p, q) => p * 0.9 * (1 - q), 1));
    const value = (shown: readonly number[]): number =>
      shown.reduce((sum, q, at) => sum + q * (reached(shown)[at] ?? 0), 0);
    const comparison = comparisonOf({ ...ends, afterReward: 0, curve: reached(rewards) }, "a");
    const found = stopsOnReward.examine(comparison);
    expect(found).toMatchObject({ effect: "watch", applies: true });
    const { difference = 9, se = 0 } = found.alternative ?? {};
    const gain = value([0.4, 0.1, 0.4, 0.1, 0.4, 0.1]) - value(rewards);
    expect(Math.abs(difference - gain)).toBeLessThan(3 * se);
    expect(found.facts.onLast).toBe(1);
    expect(found.message).toMatch(
      /^100 % of the rewarded rows \(r\) are the last of their session\./,
    );
    expect(stopsOnReward.examine(comparisonOf(ends, "a")).facts.onLast).toBeLessThan(0.9);
  });

  it("sees that sessions go on after a reward alone", () => {
    const reached = (shown: readonly number[]): readonly number[] =>
      shown.map((_, at) => shown.slice(0, at).reduce((p, q) => p * 0.9 * q, 1));
    const value = (shown: readonly number[]): number =>
      shown.reduce((sum, q, at) => sum + q * (reached(shown)[at] ?? 0), 0);
    const world = { ...ends, goesOn: () => 1e-12, afterReward: 0.9e12, curve: reached(rewards) };
    const comparison = comparisonOf(world, "a");
    const found = stopsOnReward.examine(comparison);
    const gain = value([0.4, 0.1, 0.4, 0.1, 0.4, 0.1]) - value(rewards);
    const { difference = 9, se = 0 } = found.alternative ?? {};
    expect(found.applies).toBe(true);
    expect(Math.abs(difference - comparison.difference)).toBeGreaterThan(comparison.se / 2);
    expect(Math.abs(difference - gain)).toBeLessThan(3 * se);
  });

  it("takes few rewards in shallow sessions for chance", () => {
    const world: SessionWorld = {
      ...smallWorld,
      rewards: Array<number>(6).fill(0.02),
      goesOn: () => 0.1,
    };
    const seeds = Array.from({ length: repetitions(40, 400) }, (_, at) => `shallow ${at}`);
    const signs = seeds.filter((seed) => {
      const comparison = comparisonOf({ ...world, curve: [1, 0.1, 0.01, 1e-3, 1e-4, 1e-5] }, seed);
      return stopsOnReward.examine(comparison).applies;
    });
    expect(signs.length / seeds.length).toBeLessThanOrEqual(0.05);
  });

  it("refuses a call that ends of sessions turn", () => {
    const comparison = comparisonOf(ends, "a");
    const { alternative } = stopsOnReward.examine(comparison);
    const shift = (alternative?.difference ?? 0) - comparison.difference;
    const found = stopsOnReward.examine({ ...comparison, difference: -shift });
    expect(found).toMatchObject({ effect: "cannotTell", applies: true });
    expect(found.alternative?.difference).toBeCloseTo(0, 12);
  });

  it("compares rewards on last rows with those above them, row by row", () => {
    const { rows, depths } = rowsOf(ends, "a");
    const above = rows.filter(({ rank, depth, reward }) => reward > 0 && rank < depth);
    const beyond = (rank: number, b: number): number =>
      [1, 2, 3, 4, 5, 6].reduce(
        (sum, k) => sum + (k > rank ? k ** b * depths.filter((depth) => depth === k).length : 0),
        0,
      );
    const height = (b: number): number => {
      const whole = [1, 2, 3, 4, 5].map((rank) => Math.log(beyond(rank, b)));
      return above.reduce(
        (sum, { rank, depth }) => sum + b * Math.log(depth) - (whole[rank - 1] ?? 0),
        0,
      );
    };
    const b = peakOf(height);
    const seen = rows.filter(({ rank, depth, reward }) => reward > 0 && rank === depth && rank < 6);
    const predicted = [1, 2, 3, 4, 5].reduce((sum, rank) => {
      const rate = above.filter((row) => row.rank === rank).length / beyond(rank, b);
      return sum + rate * rank ** b * depths.filter((depth) => depth === rank).length;
    }, 0);
    const { facts } = stopsOnReward.examine(comparisonOf(ends, "a"));
    expect(facts.stoppingReward).toBe("r");
    expect(facts.ratio).toBeCloseTo(seen.length / predicted, 5);
  });

  it("is silent where rewards and ends are unrelated", () => {
    const found = stopsOnReward.examine(comparisonOf(smallWorld, "a"));
    expect(found).toMatchObject({ effect: "none", applies: false });
    expect(found.alternative).toBeUndefined();
  });
});
