import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assertProperty, repetitions } from "../../test/fixture/property.js";
import { comparisonOf, type SessionWorld, smallWorld } from "../../test/fixture/session-worlds.js";
import { intervalOfSet, pOfSet } from "../inference/set-interval.js";
import type { Unlogged } from "../log/log-spec.js";
import { scaled } from "./changed-comparisons.js";
import type { Comparison } from "./comparison.js";
import { decisionOf } from "./decision-of.js";
import { edgeRate } from "./edge-rate.js";
import type { GroupedSums } from "./grouped-sums.js";
import { intervalOf, setAround } from "./interval-of.js";
import { earnedByItems } from "./known-items.js";
import { missingFacts } from "./missing-facts.js";
import { atNothing, withMissing } from "./missing-of-comparison.js";
import { turnsOf } from "./turns.js";

// biome-ignore lint/suspicious/noExplicitAny: vectors are of many shapes
type Vector = { name: string; inputs: any; expected: any };
const vectors: readonly Vector[] = JSON.parse(readFileSync("test/vectors/range.json", "utf8"));
function vector(name: string): Vector {
  const found = vectors.find((each) => each.name === `range.${name}`);
  if (found === undefined) throw new Error(name);
  return found;
}

describe("the independent numbers of the range verdict", () => {
  it("the edge of the log", () => {
    const { inputs, expected } = vector("edge");
    const plain = atNothing(comparisonOf(smallWorld, "edge"));
    const cells: readonly (readonly [number, number, number, number])[] = inputs.cells;
    const column = (at: number) => Float64Array.from(cells, (cell) => cell[at] ?? 0);
    const one = <Name extends string>(sums: Record<Name, Float64Array>): GroupedSums<Name> => ({
      cells: cells.length,
      groups: [sums],
    });
    const none = new Float64Array(cells.length);
    const rewards = { rewarded: column(3), sum: column(3), squares: column(3) };
    const positive = { positiveRewarded: column(3), positiveSum: column(3), positiveSquares: none };
    const policy = {
      ...plain.policy,
      cells: { rank: column(0), target: column(1) },
      rows: one({ rows: column(2) }),
      rewards: { r: one({ ...rewards, ...positive }) },
    };
    // Offered rows count by the curve that the study gives: here that of the vector.
    const comparison: Comparison = { ...plain, rows: "offered", curve: inputs.curve, policy };
    const edge = edgeRate(comparison, policy);
    expect(edge.from).toBe(expected.edgeFrom);
    expect(edge.share).toBeCloseTo(expected.edgeShare, 12);
    expect(edge.rateOf().positive).toBeCloseTo(expected.rate, 12);
    const [few, more] = inputs.times;
    const at = (times: number): number =>
      expected.differenceAtNothing + expected.missing * times * edge.rateOf().positive;
    expect(at(1)).toBeCloseTo(expected.value, 12);
    expect([at(few), at(more)]).toEqual(expected.set.map((end: number) => expect.closeTo(end, 12)));
  });

  it("what a declared range leaves", () => {
    const { inputs, expected } = vector("declared");
    for (const [at, difference] of inputs.differenceAtNothing.entries()) {
      const [low, high] = inputs.unlogged.map(
        (rate: number) => difference + inputs.missing[at] * rate,
      );
      const set = { ends: [low, high] as const, se: inputs.se[at] };
      expect(set.ends).toEqual(expected[at].set.map((end: number) => expect.closeTo(end, 12)));
      expect(difference + inputs.missing[at] * inputs.rate).toBeCloseTo(expected[at].value, 12);
      const interval = intervalOfSet(set, inputs.level, Number.POSITIVE_INFINITY);
      expect(interval).toEqual(expected[at].interval.map((end: number) => expect.closeTo(end, 9)));
      expect(pOfSet(set, Number.POSITIVE_INFINITY)).toBeCloseTo(expected[at].p, 9);
    }
  });

  it("items that the log knows, and others", () => {
    const { inputs, expected } = vector("items");
    const ratio = inputs.edgeRewards / inputs.edgePredicted;
    const found = earnedByItems(
      {
        predicted: { positive: inputs.predictedShown - inputs.predictedViewed, negative: 0 },
        ratio: { positive: ratio, negative: 0 },
        mean: { positive: inputs.meanPerView, negative: 0 },
        unknownViews: inputs.missingNewViews,
        views: 1,
        unknown: [0, Math.min(inputs.most, 10 * inputs.meanPerView)],
      },
      inputs.times,
    );
    const at = (end: number): number => inputs.differenceAtNothing + end;
    expect(ratio).toBeCloseTo(expected.ratio, 12);
    expect(at(found.value)).toBeCloseTo(expected.value, 12);
    expect([found.low, found.high].map(at)).toEqual(
      expected.set.map((end: number) => expect.closeTo(end, 12)),
    );
  });

  it("the rewards at which a call turns", () => {
    const { inputs, expected } = vector("turns");
    const { differenceAtNothing: none, reward: one, variance } = inputs;
    const found = turnsOf({ none, one, moments: variance }, 1.959963984540054);
    expect(found.positiveAbove).toBeCloseTo(expected.positiveAbove, 8);
    expect(found.negativeBelow).toBeCloseTo(expected.negativeBelow, 8);
    expect(found.zeroAt).toBeCloseTo(expected.zeroAt, 8);
  });
});

/** The last two slots are for items that the log does not hold, in two of three lists. */
const partly: SessionWorld = {
  ...smallWorld,
  target: (rank, chance) =>
    chance < 2 / 3 && rank >= 5 ? 0 : rank % 2 === 1 ? rank + 1 : rank - 1,
};
const comparison = comparisonOf(partly, "range");
const declared = (unlogged: Unlogged): Comparison =>
  withMissing({ ...atNothing(comparison), unlogged });
const setOf = (each: Comparison) => setAround(each, each.difference, each.se).ends;
const width = ([low, high]: readonly [number, number]): number => high - low;

describe("the set of a line", () => {
  it("holds the point, and grows with the factors of the edge", () => {
    const sets = [0, 0.25, 0.5, 0.9].map((part) =>
      setOf(declared({ times: [1 - part, 1 + part] })),
    );
    const { difference } = declared({ times: [1, 1] });
    sets.forEach(([low, high], at) => {
      expect(low).toBeLessThanOrEqual(difference + 1e-15);
      expect(high).toBeGreaterThanOrEqual(difference - 1e-15);
      expect(width([low, high])).toBeGreaterThanOrEqual(width(sets[at - 1] ?? [0, 0]) - 1e-15);
    });
  });

  it("has the interval of one end of it where the range is a point", () => {
    const each = declared({ min: 0.12, max: 0.12 });
    const { missing: _, ...plain } = each;
    expect(intervalOf(each, each.difference, each.se)).toEqual(
      intervalOf(plain, each.difference, each.se).map((end) => expect.closeTo(end, 10)),
    );
  });

  it("scales with the reward by powers of 2", () => {
    for (const unlogged of [{ min: 0.1, max: 0.3 }, { times: [0.5, 1.5] }] as const) {
      const each = declared(unlogged);
      const twice = scaled(each, 4);
      expect(setOf(twice)).toEqual(setOf(each).map((end) => 4 * end));
      expect(intervalOf(twice, twice.difference, twice.se)).toEqual(
        intervalOf(each, each.difference, each.se).map((end) => expect.closeTo(4 * end, 12)),
      );
      expect(decisionOf(twice, twice.difference, twice.se)).toBe(
        decisionOf(each, each.difference, each.se),
      );
    }
  });

  it("keeps the anchor within a declared range, and takes its middle where nothing at the edge earns", () => {
    const { rate = 0 } = { rate: comparison.missing?.candidate.rewards.rateOf() };
    expect(rate).toBeGreaterThan(0.05);
    expect(declared({ min: 2 * rate, max: 3 * rate }).missing?.candidate.rewards.rateOf()).toBe(
      2 * rate,
    );
    const nothing = comparisonOf({ ...partly, rewards: [0.3, 0.3, 0, 0, 0, 0] }, "nothing");
    expect(nothing.missing?.candidate.rewards.edge.rewarded).toBeGreaterThanOrEqual(30);
    const silent = withMissing({
      ...atNothing(comparisonOf({ ...partly, rewards: [0, 0, 0, 0, 0, 0] }, "silent")),
      unlogged: { min: 0.2, max: 0.4 },
    });
    expect(silent.missing?.candidate.rewards.rateOf()).toBeCloseTo(0.3, 12);
  });

  it("takes nothing of an edge where next to no row is rewarded", () => {
    const rare = atNothing(
      comparisonOf({ ...partly, sessions: 600, rewards: Array<number>(6).fill(0.004) }, "rare"),
    );
    const alike = withMissing({ ...rare, unlogged: { times: [0.5, 1.5] } });
    expect(alike.missing?.candidate.rewards.edge.rewarded).toBeLessThan(30);
    expect(alike.missing?.candidate.rewards.assumed).toBe("unknownItems");
    expect(setOf(alike)).toEqual(setOf(withMissing(rare)));
  });

  it("says whose missing views its rewards are of", () => {
    const own = declared({ times: [0.5, 1.5] });
    const whole = atNothing(comparisonOf({ ...partly, target: (rank) => rank }, "range"));
    const ofBase = withMissing({
      ...whole,
      base: comparison.policy,
      unlogged: { times: [0.5, 1.5] },
    });
    const [candidates, bases] = [own, ofBase].map((each) => {
      if (each.missing === undefined) throw new Error("missing views");
      return missingFacts(each, each.missing);
    });
    expect(candidates?.side).toBe("candidate");
    expect(bases).toMatchObject({
      ...{ side: "baseline", share: 0 },
      ...{
        rewardPerView: candidates?.rewardPerView,
        rewardRange: candidates?.rewardRange,
        assumed: "timesTheEdge",
      },
    });
  });

  it("is as it was where nothing is missing", () => {
    const whole = comparisonOf(smallWorld, "whole");
    expect(whole.missing).toBeUndefined();
    expect(withMissing({ ...whole, unlogged: { min: 0, max: 5 } }).difference).toBe(
      whole.difference,
    );
  });
});

describe("what a study declares", () => {
  const rate = fc.double({ min: 0, max: 2, noNaN: true });
  const range = fc
    .tuple(rate, rate)
    .map(([a, b]) => ({ min: Math.min(a, b), max: Math.max(a, b) }));
  const decisions = (each: Comparison) => decisionOf(each, each.difference, each.se);

  it("gives a call where every value of the range gives it, and none where two differ", () => {
    assertProperty(
      fc.property(range, ({ min, max }) => {
        const [low, high, both] = [
          { min, max: min },
          { min: max, max },
          { min, max },
        ].map(declared);
        if (low === undefined || high === undefined || both === undefined) throw new Error("lines");
        const [one, other] = [decisions(low), decisions(high)];
        if (one === other) expect(decisions(both)).toBe(one);
        if (one * other < 0) expect(decisions(both)).toBe(0);
      }),
      { quick: 30, thorough: 100 },
    );
  });

  it("excludes every number that it does not allow", () => {
    assertProperty(
      fc.property(range, ({ min, max }) => {
        const both = declared({ min, max });
        const ends = [min, max].map((end) => declared({ min: end, max: end }).difference);
        expect(setOf(both)).toEqual(ends.map((end) => expect.closeTo(end, 10)));
        expect(both.difference).toBeGreaterThanOrEqual((ends[0] ?? 0) - 1e-12);
        expect(both.difference).toBeLessThanOrEqual((ends[1] ?? 0) + 1e-12);
      }),
      { quick: 20, thorough: 100 },
    );
  });
});

describe("worlds with a known truth", () => {
  /** Views of slot 6 and of half the lists' slot 5 are missing; they would earn `truth` each. */
  const world: SessionWorld = { ...partly, sessions: 6000 };

  it("covers the truth with a declared range that holds it, and calls at both of its ends", () => {
    const seeds = Array.from({ length: repetitions(8, 25) }, (_, at) => `truth ${at}`);
    let [covered, called] = [0, 0];
    for (const seed of seeds) {
      const each = atNothing(comparisonOf(world, seed));
      // All items earn .1 a view, so that the candidate earns what the log does.
      const known = withMissing({ ...each, unlogged: { min: 0.1, max: 0.12 } });
      const [low, high] = intervalOf(known, known.difference, known.se);
      if (low <= 0 && high >= 0) covered++;
      const more = withMissing({ ...each, unlogged: { min: 0.6, max: 0.8 } });
      if (decisionOf(more, more.difference, more.se) === 1) called++;
    }
    expect(covered).toBeGreaterThanOrEqual(Math.floor(0.88 * seeds.length));
    expect(called).toBe(seeds.length);
  });
});
