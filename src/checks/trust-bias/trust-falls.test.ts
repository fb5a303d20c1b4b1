import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { inTurn, repetitions } from "../../../test/fixture/property.js";
import {
  comparisonOf,
  deciderOf,
  plainWorld,
  type SessionWorld,
} from "../../../test/fixture/session-worlds.js";
import { byWeights } from "../../../test/fixture/weighed-comparisons.js";
import { alternativeFacts } from "../alternative-facts.js";
import { withAlternatives } from "../alternatives.js";
import type { Comparison } from "../comparison.js";
import { decide } from "../decide.js";
import { decisionOf } from "../decision-of.js";
import { checks } from "../index.js";
import { intervalOf, setAround, setsAround } from "../interval-of.js";
import { atNothing, withMissing } from "../missing-of-comparison.js";
import { alternativeOfFalls, lostAt } from "../trust-falls.js";
import { trustBias } from "./trust-bias.js";

/** Neighbours change places, three and four by three ranks; all items are alike. */
const shuffled = (rank: number, chance: number): number =>
  ((rank - 1 + Math.floor(chance * 4)) % 10) + 1;
/** The rewards of a view fall by so much a rank, as where users trust the ranker. */
const trusting = (fall: number, rate = 0.3): SessionWorld => ({
  ...plainWorld,
  sessions: 8000,
  rewards: plainWorld.rewards.map((_, at) => rate * (1 - fall) ** at),
  target: shuffled,
});

describe("a fall of the rewards of a view by rank", () => {
  it("shifts a difference as the independent numbers say", () => {
    const vectors = JSON.parse(readFileSync("test/vectors/range.json", "utf8"));
    const { inputs, expected } = vectors.find(
      ({ name }: { readonly name: string }) => name === "range.trust",
    );
    const plain = atNothing(comparisonOf({ ...plainWorld, sessions: 300 }, "trust"));
    const column = (at: number): Float64Array =>
      Float64Array.from(inputs.rewards, (cell: readonly number[]) => cell[at] ?? 0);
    const [rank, target, sum] = [column(0), column(1), column(2)];
    const rows = { cells: sum.length, groups: [{ rows: sum }] };
    const sums = { rewarded: sum, sum, squares: sum };
    const positive = { positiveRewarded: sum, positiveSum: sum, positiveSquares: sum };
    const trajectories = Float64Array.of(inputs.n);
    const one = <T>(table: { readonly cells: number; readonly groups: readonly T[] }) => ({
      ...table,
      groups: table.groups.slice(0, 1),
    });
    const comparison: Comparison = {
      ...plain,
      curve: inputs.curve,
      log: {
        ...plain.log,
        trajectories,
        views: one(plain.log.views),
        depths: one(plain.log.depths),
      },
      policy: {
        ...plain.policy,
        cells: { rank, target },
        rows,
        rewards: { r: { cells: sum.length, groups: [{ ...sums, ...positive }] } },
      },
    };
    const alternative = alternativeOfFalls(comparison);
    const [none, ...others] = inputs.falls.map((fall: number) => alternative(fall).shift.value);
    expect(none).toBe(0);
    const [first, ...rest] = expected.differences;
    const wanted = rest.map((each: number) => expect.closeTo(each - first, 12));
    expect(others).toEqual(wanted);
  });

  /** A log so large that next to nothing is left to chance. */
  const sharp = (world: SessionWorld, seed: string): Comparison => {
    const comparison = comparisonOf(world, seed);
    return { ...comparison, se: comparison.se / 10 };
  };

  it("loses a call that trust made, near the trust that made it", () => {
    for (const [fall, seed] of [
      [0.02, "a"],
      [0.04, "b"],
      [0.08, "c"],
    ] as const) {
      const comparison = sharp(trusting(fall), seed);
      expect(decisionOf(comparison, comparison.difference, comparison.se)).toBe(-1);
      const found = lostAt(comparison)?.fall ?? 1;
      expect(Math.abs(found - fall)).toBeLessThan(0.015);
    }
  });

  it("withdraws a small call below, and says of a large one at which fall it is lost", () => {
    const comparison = sharp(trusting(0.08), "large");
    const large = trustBias.examine(comparison);
    expect(large.effect).toBe("watch");
    expect(large.message).toMatch(
      /^The verdict worse holds while trust in the ranker lowers the reward of a view by less than/,
    );
    expect(large.tipping?.unit).toBe("share");
    const small = trustBias.examine({ ...comparison, difference: -2.2 * comparison.se });
    expect(small).toMatchObject({ effect: "cannotTell", applies: true });
    expect(small.message).toMatch(/^It is worse only if the rewards of a view do not fall/);
  });

  it("withdraws a call that a fall of 1 % loses, though none of .75 % does", () => {
    const comparison = sharp(trusting(0.08), "large");
    const effects = Array.from({ length: 60 }, (_, at) => {
      const called = { ...comparison, difference: -(2 + at / 10) * comparison.se };
      return { fall: lostAt(called)?.fall, effect: trustBias.examine(called).effect };
    });
    const effectsAt = (at: number): readonly string[] => [
      ...new Set(effects.filter(({ fall }) => fall === at).map(({ effect }) => effect)),
    ];
    expect([0.0075, 0.01, 0.0125].map(effectsAt)).toEqual([
      ["cannotTell"],
      ["cannotTell"],
      ["watch"],
    ]);
  });

  it("never touches a call above", () => {
    const up = comparisonOf(trusting(-0.05, 0.1), "up");
    expect(decisionOf(up, up.difference, up.se)).toBe(1);
    expect(trustBias.examine(up)).toMatchObject({ effect: "none", applies: false, tipping: null });
  });

  it("loses a call above a policy that moves more, which trust made too", () => {
    const base = atNothing(comparisonOf(trusting(0.04), "base"));
    const still = comparisonOf({ ...trusting(0.04), target: (rank) => rank }, "base");
    // The candidate is the logging policy itself; its baseline moves every item.
    const comparison = {
      ...still,
      base: base.policy,
      difference: -base.difference,
      se: base.se / 10,
    };
    expect(decisionOf(comparison, comparison.difference, comparison.se)).toBe(1);
    expect(Math.abs((lostAt(comparison)?.fall ?? 1) - 0.04)).toBeLessThan(0.015);
    expect(trustBias.examine(comparison).message).toMatch(/^The verdict better holds while/);
  });

  it("says that there is nothing to lose where nothing is called", () => {
    const comparison = comparisonOf(trusting(0.04), "none");
    const found = trustBias.examine({ ...comparison, difference: 0 });
    expect(found).toMatchObject({ effect: "none", applies: false, tipping: null });
    expect(found.message).toContain("There is no verdict");
  });

  it("keeps a call that no stated fall loses, and no other", () => {
    const large = sharp(trusting(0.08), "large");
    const comparison = { ...large, difference: -4 * large.se };
    const lost = lostAt(comparison)?.fall ?? 1;
    expect(lost).toBeGreaterThan(0.0025);
    const stated = (fallsBy: number) => trustBias.examine({ ...comparison, trust: { fallsBy } });
    const below = stated(lost - 0.0025);
    expect(["none", "watch"]).toContain(below.effect);
    expect(below).toMatchObject({
      applies: true,
      tipping: null,
      facts: { fallsBy: lost - 0.0025 },
    });
    // The interval of a set reaches less far beyond its ends than that of a point.
    for (const most of [lost + 0.0025, 0.1, 0.5]) {
      const above = stated(most);
      expect(above).toMatchObject({ effect: "cannotTell", facts: { changesAt: lost } });
      expect(above.message).toMatch(/^The study states that the rewards of a view fall by up to/);
    }
    expect(stated(0)).toMatchObject({ effect: "none", applies: false });
  });

  it("leaves every digit as it is where the study states none", () => {
    const comparison = comparisonOf(trusting(0.02), "digits");
    const none = withAlternatives({ ...comparison, trust: { fallsBy: 0 } }, checks);
    const unsaid = withAlternatives(comparison, checks);
    expect(none.widened).toBeUndefined();
    expect(setsAround(none, comparison.difference, comparison.se)).toEqual(
      setsAround(unsaid, comparison.difference, comparison.se),
    );
  });

  it("says nothing of a fall of candidates by exposure, which no table tells", () => {
    const comparison = {
      ...byWeights(comparisonOf(trusting(0), "weights")),
      trust: { fallsBy: 0.02 },
    };
    expect(decide([trustBias], comparison).findings).toMatchObject([{ effect: "cannotTell" }]);
    const none = { ...comparison, trust: { fallsBy: 0 } };
    expect(trustBias.examine(none)).toMatchObject({ effect: "none", applies: false });
  });

  it("is silent where the study says that there is none", () => {
    const comparison = sharp(trusting(0.08), "large");
    const said = { ...comparison, trust: { slope: [1, 1], base: [0, 0] } };
    expect(trustBias.examine(said)).toMatchObject({ effect: "none", applies: false });
  });
});

/** Each item is as good as its place in the log says; views of it earn less the lower it is shown. */
const worldOf = (
  quality: (rank: number) => number,
  fall: number,
  target: SessionWorld["target"],
) => ({
  ...plainWorld,
  ...{ sessions: 2000, target },
  rewards: plainWorld.rewards.map((_, at) => quality(at + 1) * (1 - fall) ** at),
});
const truthOf = (quality: (rank: number) => number, fall: number, target: SessionWorld["target"]) =>
  [0, 0.25, 0.5, 0.75].reduce((sum, chance) => {
    const earned = (at: number, shown: number): number =>
      (plainWorld.curve[shown - 1] ?? 0) * quality(at + 1) * (1 - fall) ** (shown - 1);
    const gains = plainWorld.rewards.map(
      (_, at) => earned(at, target(at + 1, chance)) - earned(at, at + 1),
    );
    return sum + gains.reduce((all, each) => all + each, 0) / 4;
  }, 0);

describe("the interval of a line whose study states a fall", () => {
  const seeds = repetitions(5, 40);
  const turned = (rank: number): number => 11 - rank;
  const worlds: readonly (readonly [string, (rank: number) => number, SessionWorld["target"]])[] = [
    ["an equal reshuffle", () => 0.3, shuffled],
    ["a better one", (rank) => 0.24 + 0.012 * rank, turned],
    ["a worse one", (rank) => 0.36 - 0.012 * rank, turned],
  ];
  it.each(
    inTurn(worlds.flatMap((world) => [0, 0.01, 0.02].map((fall) => [...world, fall] as const))),
  )("holds the truth of %s, and calls it wrongly by chance alone", (_, quality, target, fall) => {
    const exact = truthOf(quality, fall, target);
    const truth = Math.abs(exact) < 1e-12 ? 0 : exact;
    let [covered, wrong] = [0, 0];
    for (let seed = 0; seed < seeds; seed++) {
      const plain = comparisonOf(worldOf(quality, fall, target), `falls ${seed}`);
      const comparison = withAlternatives({ ...plain, trust: { fallsBy: 0.02 } }, checks);
      const [low, high] = intervalOf(comparison, comparison.difference, comparison.se);
      if (low <= truth && truth <= high) covered += 1;
      const { verdict } = decide(checks, comparison);
      const isWrong = truth > 0 ? verdict === "worse" : verdict === "better";
      if (isWrong || (truth === 0 && verdict === "worse")) wrong += 1;
      expect(alternativeFacts(comparison)).toContainEqual(
        expect.objectContaining({ check: "trustBias", role: "added", interval: [low, high] }),
      );
    }
    expect(covered).toBeGreaterThanOrEqual(Math.floor(0.85 * seeds));
    expect(wrong).toBeLessThanOrEqual(Math.ceil(0.1 * seeds));
  });
});

/** Everything moves one slot down, below an item that the log does not show and that earns `fresh`. */
const pushed = (fall: number): SessionWorld => ({
  ...plainWorld,
  sessions: 12_000,
  rewards: plainWorld.rewards.map((_, at) => 0.3 * (1 - fall) ** at),
  target: (rank) => (rank < 10 ? rank + 1 : 0),
});
const fresh = 0.4;

describe("a stated fall where views are missing", () => {
  const estimands = ["perTrajectory", "perImpression"] as const;
  const deciders = ["dcg", "snips"].flatMap((name) =>
    estimands.map((estimand) => [name, estimand] as const),
  );
  const fall = 0.1;

  it.each(deciders.filter(([name, estimand]) => name === "snips" || estimand === "perTrajectory"))(
    "leads %s %s to the truth, with these views in the denominator",
    (name, estimand) => {
      // Slots 2 to 10 earn as they do in the log.
      const views = plainWorld.curve.reduce((sum, each) => sum + each, 0);
      const truth = (fresh - 0.3) / (estimand === "perImpression" ? views : 1);
      const found = comparisonOf(pushed(fall), `pushed ${name}`, deciderOf(name, estimand));
      const unlogged = { min: fresh, max: fresh };
      const comparison = withAlternatives(
        { ...withMissing({ ...atNothing(found), unlogged }), trust: { fallsBy: fall } },
        checks,
      );
      const { ends, se } = setAround(comparison, comparison.difference, comparison.se);
      expect(comparison.missing?.candidate.support.share).toBeGreaterThan(0.2);
      expect(Math.abs(ends[0] - truth)).toBeLessThan(3 * se[0]);
    },
  );
});
