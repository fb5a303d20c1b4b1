import { describe, expect, it } from "vitest";
import { comparisonOf, plainWorld, smallWorld } from "../../../test/fixture/session-worlds.js";
import { byExposures, byWeights } from "../../../test/fixture/weighed-comparisons.js";
import type { Comparison } from "../comparison.js";
import { decisionOf } from "../decision-of.js";
import { totalOf } from "../grouped-sums.js";
import { atNothing } from "../missing-of-comparison.js";
import { tableOf } from "../tables.js";
import { comparisonUnder } from "../view-sums.js";
import { exposureCalibration } from "./exposure-calibration.js";
import { factorThatLoses } from "./exposure-error.js";

/** A log so large that next to nothing is left to chance, with the difference that its tables give. */
const sharp = (given: Comparison): Comparison => {
  const comparison = atNothing(given);
  return {
    ...comparison,
    difference: comparisonUnder(comparison, comparison.curve),
    se: 1e-9 * comparison.se,
  };
};
const worldOf = (rewards: readonly number[], seed: string): Comparison =>
  sharp(
    byWeights(
      comparisonOf({ ...plainWorld, rewards, target: (rank) => (rank % rewards.length) + 1 }, seed),
    ),
  );
const better = worldOf([0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.5], "better");
const worse = worldOf([0.5, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1, 0.1], "worse");

/** What a policy earns in the log by its weights, less its rewards of the log itself. */
const ratioOf = (comparison: Comparison, weightOf: (cell: number) => number): number => {
  const { sum } = totalOf(tableOf(comparison.policy.rewards, comparison.reward));
  const earned = sum.reduce((all, own, cell) => all + own * weightOf(cell), 0);
  return earned / sum.reduce((all, own) => all + own, 0);
};
const weight = (comparison: Comparison) => (cell: number) =>
  comparison.policy.cells.weight?.[cell] ?? 0;

describe("how wrong the exposures of rewarded rows may be", () => {
  it("is the lift, where chance is next to nothing and the baseline is the logging policy", () => {
    for (const comparison of [better, worse]) {
      const ratio = ratioOf(comparison, weight(comparison));
      expect(factorThatLoses(comparison)).toBeCloseTo(Math.max(ratio, 1 / ratio), 5);
    }
  });

  it("changes the weights of both policies of a row alike", () => {
    const own = weight(better);
    const half = Array.from(better.policy.cells.rank, (_, cell) => 0.5 * own(cell));
    const base = { ...better.policy, cells: { ...better.policy.cells, weight: half } };
    // Every row speaks for the candidate, whatever one factor does to both weights.
    const comparison = sharp({ ...better, base });
    expect(decisionOf(comparison, comparison.difference, comparison.se)).toBe(1);
    expect(factorThatLoses(comparison)).toBeUndefined();
  });

  it("leaves rows of one weight out", () => {
    const own = weight(better);
    const { rank, weight: all = [] } = better.policy.cells;
    const mixed = Array.from(rank, (r, cell) => (r % 2 === 0 ? own(cell) : 0.9 * own(cell)));
    const base = { ...better.policy, cells: { ...better.policy.cells, weight: mixed } };
    const alike = Array.from(rank, (r) => r % 2 === 0);
    const pair = { ...better.policy, rank, weight: all, baseWeight: mixed, alike };
    const comparison = sharp({ ...better, base, pair });
    expect(decisionOf(comparison, comparison.difference, comparison.se)).toBe(1);
    expect(factorThatLoses(comparison)).toBeUndefined();
  });

  it("counts losses with the other sign", () => {
    const negative = better.policy.rewards[better.reward]?.groups.map((sums) => ({
      ...sums,
      sum: sums.sum.map((each) => -each),
      positiveSum: sums.sum.map(() => 0),
    }));
    const table = { cells: better.policy.rows.cells, groups: negative ?? [] };
    const policy = { ...better.policy, rewards: { [better.reward]: table } };
    const comparison = sharp({ ...better, policy });
    expect(decisionOf(comparison, comparison.difference, comparison.se)).toBe(-1);
    expect(factorThatLoses(comparison)).toBeCloseTo(factorThatLoses(better) ?? 0, 5);
  });

  it("falls with the error of the difference, and is nothing where nothing is called", () => {
    const unsure = { ...better, se: better.difference / 4 };
    expect(factorThatLoses(unsure)).toBeLessThan(factorThatLoses(better) ?? 0);
    expect(factorThatLoses({ ...better, se: better.difference })).toBeUndefined();
  });

  it("is said with every call that stands, and with no other", () => {
    const comparison = byExposures(comparisonOf(smallWorld, "a"), () => 1);
    const called = exposureCalibration.examine({ ...comparison, difference: 8 * comparison.se });
    expect(called).toMatchObject({ effect: "watch", tipping: { unit: "times" } });
    expect(called.message).toMatch(/ It stays better only while the logged exposures of rewarded/);
    const not = exposureCalibration.examine({ ...comparison, difference: 0 });
    expect(not.effect).toBe("none");
    expect(not.facts).not.toHaveProperty("changesAtFactor");
  });
});
