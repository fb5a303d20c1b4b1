import { describe, expect, it } from "vitest";
import { repetitions } from "../../../test/fixture/property.js";
import {
  comparisonOf,
  peakOf,
  rowsOf,
  type SessionWorld,
  smallWorld,
} from "../../../test/fixture/session-worlds.js";
import { tasteWithDepth } from "./taste-with-depth.js";

/** All items are alike, so that no order is better than another. */
const keen: SessionWorld = {
  ...smallWorld,
  sessions: 4000,
  rewards: Array<number>(6).fill(0.2),
  goesOn: (isKeen) => (isKeen ? 0.9 : 0.5),
  taste: (isKeen) => (isKeen ? 1.8 : 0.2),
  target: (rank) => (rank === 4 ? 1 : rank < 4 ? rank + 1 : rank),
  curve: Array.from({ length: 6 }, (_, at) => (0.9 ** at + 0.5 ** at) / 2),
};

describe("tasteWithDepth", () => {
  it("refuses a difference that is only taste, and re-estimates it near the truth of 0", () => {
    const comparison = comparisonOf(keen, "a");
    const found = tasteWithDepth.examine(comparison);
    expect(found).toMatchObject({ effect: "cannotTell", applies: true });
    expect(comparison.difference).toBeGreaterThan(4 * comparison.se);
    const { difference = 9, se = 0 } = found.alternative ?? {};
    expect(Math.abs(difference)).toBeLessThan(3 * se);
  });

  it("finds the slope at the peak of the likelihood of the rows", () => {
    const { rows, depths } = rowsOf(keen, "a");
    const rewarded = rows.filter(({ reward }) => reward > 0);
    const height = (b: number): number =>
      rewarded.reduce((sum, { rank, depth }) => {
        const at = exposures.get(b) ?? exposuresAt(b);
        return sum + b * Math.log(depth) - Math.log(at[rank] ?? 1);
      }, 0);
    const exposures = new Map<number, readonly number[]>();
    const exposuresAt = (b: number): readonly number[] => {
      const found = [0, 1, 2, 3, 4, 5, 6].map((rank) =>
        depths.reduce((sum, depth) => sum + (depth >= rank ? depth ** b : 0), 0),
      );
      exposures.set(b, found);
      return found;
    };
    const { facts } = tasteWithDepth.examine(comparisonOf(keen, "a"));
    expect(facts.slope).toBeCloseTo(peakOf(height), 5);
  });

  it("takes a slope at its bound, from a handful of rewards, for chance", () => {
    const world: SessionWorld = {
      ...smallWorld,
      sessions: 500,
      rewards: Array<number>(6).fill(0.02),
      goesOn: () => 0.1,
      curve: [1, 0.1, 0.01, 1e-3, 1e-4, 1e-5],
    };
    const seeds = Array.from({ length: repetitions(40, 400) }, (_, at) => `shallow ${at}`);
    const signs = seeds.filter((seed) => tasteWithDepth.examine(comparisonOf(world, seed)).applies);
    expect(signs.length / seeds.length).toBeLessThanOrEqual(0.05);
  });

  it("is silent where taste and depth are unrelated, and where a reward ends sessions", () => {
    expect(tasteWithDepth.examine(comparisonOf(smallWorld, "a"))).toMatchObject({
      effect: "none",
      applies: false,
    });
    const ends = { ...smallWorld, goesOn: () => 0.9, afterReward: 0.1 };
    expect(tasteWithDepth.examine(comparisonOf(ends, "a")).effect).toBe("none");
  });
});
