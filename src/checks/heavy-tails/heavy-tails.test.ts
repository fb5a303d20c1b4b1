import { describe, expect, it } from "vitest";
import { repetitions } from "../../../test/fixture/property.js";
import {
  comparisonOf,
  drawSessions,
  type SessionWorld,
} from "../../../test/fixture/session-worlds.js";
import { amountWorlds } from "../../../test/fixture/suspect-worlds.js";
import { heavyTails } from "./heavy-tails.js";
import { outliersIn } from "./outliers.js";

const { sentinels, logNormal, fewLogNormal, counts } = amountWorlds;

describe("heavyTails", () => {
  it("is the difference with each outlier counted as the largest of the others", () => {
    const world: SessionWorld = { ...sentinels, sessions: 2000 };
    const comparison = comparisonOf(world, "capped");
    const sessions = drawSessions(world, "capped");
    const p = (rank: number): number => world.curve[rank - 1] ?? 0;
    const capped = (most: number, weigh = (to: number, from: number) => p(to) / p(from) - 1) => {
      const gains = sessions.map(({ rows }) =>
        rows.reduce(
          (sum, { rank, target, rewards: { r = 0 } }) =>
            sum + Math.min(r, most) * weigh(target, rank),
          0,
        ),
      );
      return gains.reduce((a, b) => a + b, 0) / sessions.length;
    };
    expect(comparison.difference).toBeCloseTo(capped(Infinity), 6);
    const { alternative, facts, message } = heavyTails.examine(comparison);
    expect(alternative?.difference).toBeCloseTo(capped(1), 6);
    const huge = sessions.flatMap(({ rows }) => rows.filter(({ rewards }) => rewards.r === 1e6));
    expect(facts).toMatchObject({ rows: huge.length, outlierFrom: 1e6, othersAtMost: 1 });
    expect(message).toMatch(/rewarded rows have a r of 1,000,000 or more, the others of 1 at most/);
    const earned = capped(1, () => 1);
    expect(facts.earnedUnderCheck).toBeCloseTo(earned, 9);
    const [, shown] = /Counted as 1 each, the difference is ([-+][\d.]+) % \[/.exec(message) ?? [];
    expect(Number(shown) / ((100 * capped(1)) / earned)).toBeCloseTo(1, 0);
    // About the error of rewards of 1: each row by itself.
    expect(Number(alternative?.se)).toBeLessThan(comparison.se / 100);
  });

  it("withdraws a call that a few huge rewards make, and lets stand one that they do not", () => {
    const drawn = comparisonOf(sentinels, "huge");
    const shift = Number(heavyTails.examine(drawn).alternative?.difference) - drawn.difference;
    const comparison = { ...drawn, se: Math.abs(shift) / 3 };
    const made = heavyTails.examine({ ...comparison, difference: -shift });
    expect(made).toMatchObject({ effect: "cannotTell", applies: true });
    expect(made.alternative?.difference).toBeCloseTo(0, 9);
    const real = heavyTails.examine({ ...comparison, difference: -3 * shift });
    expect(real).toMatchObject({ effect: "watch", applies: true });
    const small = { ...comparison, se: 1e3 * Math.abs(shift), difference: 1e5 * Math.abs(shift) };
    expect(heavyTails.examine(small)).toMatchObject({ effect: "none", applies: true });
  });

  it("is silent of heavy tails without a gap, of few rewards and of counts", () => {
    const seeds = Array.from({ length: repetitions(6, 150) }, (_, at) => `tails ${at}`);
    for (const world of [logNormal, fewLogNormal, counts]) {
      const spoke = seeds.filter((seed) => heavyTails.examine(comparisonOf(world, seed)).applies);
      expect(spoke.length / seeds.length).toBeLessThanOrEqual(0.07);
    }
  });

  it("takes gains and losses apart, and no gap above more than 2 in 1,000 rows", () => {
    const sizesOf = (rows: readonly (readonly [size: number, rows: number, c: number])[]) => {
      const of = (value: (row: readonly [number, number, number]) => number) =>
        Float64Array.from(rows, value);
      return {
        cells: { rank: rows.map(() => 1), target: rows.map(() => 2) },
        size: rows.map(([size]) => size),
        isLoss: rows.map(([, , c]) => c < 0),
        rewarded: of(([, count]) => count),
        sum: of(([, count, c]) => count * c),
        squares: of(([, count, c]) => count * c * c),
        least: of(([, , c]) => Math.abs(c)),
        most: of(([, , c]) => Math.abs(c)),
      };
    };
    const gains = [12, 5000, 2] as const;
    expect(outliersIn(sizesOf([gains, [14, 5, 100], [76, 50, -1]]))).toEqual([
      { isLoss: false, rows: 5, from: 100, below: 2 },
    ]);
    expect(outliersIn(sizesOf([gains, [14, 15, 100]]))).toEqual([]);
    expect(outliersIn(sizesOf([gains, [13, 5, 15.9]]))).toEqual([]);
    expect(outliersIn(sizesOf([gains, [76, 50, -1], [78, 3, -70]]))).toEqual([
      { isLoss: true, rows: 3, from: 70, below: 1 },
    ]);
  });
});
