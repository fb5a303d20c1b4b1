import { describe, expect, it } from "vitest";
import { comparisonOf, type SessionWorld, smallWorld } from "../../test/fixture/session-worlds.js";
import { byWeights, ofBait, ofNeighbours } from "../../test/fixture/weighed-comparisons.js";
import { strayNumbers } from "../report/words/printed-numbers.js";
import type { Finding } from "./check.js";
import type { Comparison } from "./comparison.js";
import { checks } from "./index.js";
import { atNothing, withMissing } from "./missing-of-comparison.js";

const fresh: SessionWorld = { ...smallWorld, target: (rank) => (rank < 6 ? rank + 1 : 0) };
const wrong: SessionWorld = { ...smallWorld, curve: [1, 0.5, 0.2, 0.1, 0.05, 0.02] };
const keen: SessionWorld = {
  ...smallWorld,
  goesOn: (isKeen) => (isKeen ? 0.9 : 0.5),
  taste: (isKeen) => (isKeen ? 1.8 : 0.2),
};
const ends: SessionWorld = { ...smallWorld, goesOn: () => 0.9, afterReward: 0.1 };
const days: SessionWorld = {
  ...smallWorld,
  goesOn: (_, day) => (day === 0 ? 0.9 : 0.5),
  days: { count: 2, likes: (day) => (day === 0 ? 4 : 0.2) },
  target: (rank) => (rank === 3 ? 1 : rank < 3 ? rank + 1 : rank),
};
const late: SessionWorld = {
  ...days,
  goesOn: smallWorld.goesOn,
  days: { count: 6, likes: (day, rank) => (rank === 3 && day > 2 ? 0 : 1) },
};
const huge: SessionWorld = {
  ...smallWorld,
  rewards: Array<number>(6).fill(0.6),
  amount: (random) => (random.next() < 0.001 ? 1e6 : 1 + random.integer(3)),
};
const shuffled = (rank: number, chance: number): number =>
  ((rank + Math.floor(chance * 4)) % 6) + 1;

const worlds: Readonly<Record<string, Comparison>> = {
  plain: comparisonOf(smallWorld, "s"),
  bait: ofBait(comparisonOf({ ...smallWorld, target: shuffled }, "s")),
  neighbours: ofNeighbours(comparisonOf({ ...smallWorld, target: shuffled }, "s")),
  shuffled: comparisonOf({ ...smallWorld, target: shuffled }, "s"),
  fresh: comparisonOf(fresh, "s"),
  "wrong curve": comparisonOf(wrong, "s"),
  "keen sessions": comparisonOf(keen, "s"),
  "rewards end sessions": comparisonOf(ends, "s"),
  "keen sessions that rewards end": comparisonOf({ ...keen, afterReward: 0.1 }, "s"),
  "ranks among the viewed": comparisonOf(
    { ...smallWorld, target: shuffled, amongViewed: true },
    "s",
  ),
  "rewarded rows": comparisonOf({ ...smallWorld, clicksOnly: true }, "s"),
  "rows with keys of their own": comparisonOf({ ...smallWorld, rowKeys: true }, "s"),
  "offered rows": comparisonOf({ ...smallWorld, offered: true }, "s"),
  "days that differ": comparisonOf(days, "s"),
  "an item that is not ranked": comparisonOf({ ...smallWorld, target: (rank) => rank - 1 }, "s"),
  "late rewards": comparisonOf(late, "s"),
  "sessions that earn once": comparisonOf(
    { ...smallWorld, rewards: [0.4, 0.3, 0.3, 0.3, 0.3, 0.3], oneReward: true },
    "s",
  ),
  "huge rewards": comparisonOf(huge, "s"),
  "a rank that lost its rewards": comparisonOf(
    { ...smallWorld, rewards: [0, 0.3, 0.3, 0.3, 0.3, 0.3] },
    "s",
  ),
  "ranks that lost their rewards": comparisonOf(
    { ...smallWorld, rewards: [0.3, 0.3, 0, 0, 0, 0.3] },
    "s",
  ),
  "a robot": comparisonOf({ ...smallWorld, users: 200, robot: 0.15, goesOn: () => 0.5 }, "s"),
  "rewards of the list": comparisonOf({ ...smallWorld, ofList: 0.02 }, "s"),
};

/** Lines that leave missing views out. */
const drawn = Object.fromEntries(
  Object.entries(worlds).map(([name, comparison]) => [name, atNothing(comparison)] as const),
);

/** A comparison whose difference is so many standard errors. */
const at = (comparison: Comparison, errors: number): Comparison => ({
  ...comparison,
  difference: errors * comparison.se,
});

/** One of a hundred users brings a third of the trajectories and most of the difference. */
const heavyUser = {
  sizes: Float64Array.from({ length: 100 }, (_, at) => (at === 0 ? 500 : 10)),
  sums: Float64Array.from({ length: 100 }, (_, at) => (at === 0 ? 99 : -1)),
  areUsers: true,
};

const mildTrust = { slope: [0.6, 0.7, 0.55, 0.55, 0.5, 0.5], base: [0.05, 0.02, 0.01, 0, 0, 0] };

/** Each world with differences that are called nothing, hardly, and clearly, on both sides. */
const given: readonly (readonly [string, Comparison])[] = [
  ...Object.entries(drawn).flatMap(([name, comparison]) =>
    [0.5, -2.5, 2.5, 8, -8, 40].map(
      (errors) => [`${name}, ${errors} errors`, at(comparison, errors)] as const,
    ),
  ),
  ...named("fitted", (comparison) => ({ ...comparison, curveIs: "parametric" })),
  ...named("measured", (comparison) => ({ ...comparison, curveIs: "measured" })),
  ...named("thirty lines", (comparison) =>
    at({ ...comparison, comparisons: 30, level: 0.05 / 30 }, 4),
  ),
  ...named("a stated range", (comparison) =>
    at({ ...comparison, unlogged: { min: -1, max: 2 } }, -6),
  ),
  ...named("a small stated range", (comparison) =>
    at({ ...comparison, unlogged: { min: 0, max: 0.001 } }, -6),
  ),
  ...named("against fresh", (comparison) => at({ ...comparison, base: policyOf("fresh") }, 6)),
  ...named("one heavy user", (comparison) => at({ ...comparison, clusters: heavyUser }, 4)),
  ...named("one heavy user who decides", (comparison) =>
    at({ ...comparison, clusters: heavyUser }, 2.2),
  ),
  ...named("flagged cuts", (comparison) => at(cut(comparison), 6)),
  ...named("trust bias", (comparison) => at({ ...comparison, trust: mildTrust }, -4)),
  ...named("trust bias by exposures", (comparison) => ({
    ...byWeights(comparison),
    trust: mildTrust,
  })),
  ...named("a signed reward", (comparison) => at(signed(comparison), 6)),
];

const comparisons = given.map(([name, comparison]) => [name, withMissing(comparison)] as const);

function named(what: string, change: (comparison: Comparison) => Comparison) {
  return Object.entries(drawn).map(
    ([name, comparison]) => [`${name}, ${what}`, change(comparison)] as const,
  );
}

function policyOf(name: string): Comparison["policy"] {
  const comparison = drawn[name];
  if (comparison === undefined) throw new Error(`no line ${name}`);
  return comparison.policy;
}

/** A tenth of the trajectories of each depth is flagged as cut. */
function cut(comparison: Comparison): Comparison {
  const groups = comparison.log.depths.groups.map((sums) => ({
    ...sums,
    cut: sums.trajectories.map((count) => count / 10),
  }));
  return {
    ...comparison,
    log: { ...comparison.log, depths: { ...comparison.log.depths, groups } },
  };
}

/** The least reward is below 0, so that amounts are in its unit. */
function signed(comparison: Comparison): Comparison {
  const rewards = Object.entries(comparison.log.rewards).map(
    ([name, table]) => [name, { ...table, least: -1 }] as const,
  );
  return { ...comparison, log: { ...comparison.log, rewards: Object.fromEntries(rewards) } };
}

const all = comparisons.flatMap(([name, comparison]) =>
  checks.map((check) => ({ name, check, comparison, found: check.examine(comparison) })),
);

describe.each(checks.map(({ code }) => [code] as const))("%s", (code) => {
  const own = all.filter(({ check }) => check.code === code);

  it("says nothing with a number that its facts do not hold", () => {
    for (const { name, found } of own) {
      expect([name, strayIn(found, found.message)]).toEqual([name, []]);
    }
  });

  it("has these sentences", () => {
    const kinds = new Map<string, string>();
    for (const { found } of own) {
      const key = `${found.effect}: ${shapeOf(found.message)}`;
      if (!kinds.has(key)) {
        const tipping = found.tipping?.words ?? "–";
        kinds.set(
          key,
          `${found.effect}: ${found.message}\n    [${tipping} | ${found.measured.words}]`,
        );
      }
    }
    expect([...kinds.values()].toSorted().join("\n")).toMatchSnapshot();
  });
});

/** A number may stand in the facts as it is, as a proportion, or as a share of what the baseline earns. */
function strayIn({ facts }: Finding, text: string): readonly string[] {
  const { earnedByBaseline, earnedUnderCheck } = facts;
  const numbers = Object.values(facts)
    .flat()
    .filter((value) => typeof value === "number");
  const earned = typeof earnedByBaseline === "number" ? earnedByBaseline : Number.NaN;
  return strayNumbers(text, facts, [
    ...numbers.map((value) => 1 - value),
    ...numbers.map((value) => (100 * value) / earned),
    ...numbers.map((value) => (100 * value) / Number(earnedUnderCheck)),
  ]);
}

/** A sentence without its numbers: which of its branches it is. */
const shapeOf = (message: string): string => message.replace(/[-+]?\d[\d.]*/g, "#");

it("every check has a sentence that refuses or watches", () => {
  const speaking = new Set(
    all.filter(({ found }) => found.effect !== "none").map(({ check }) => check.code),
  );
  // Its own test has the huge rewards of which it speaks.
  const known = new Set(["heavyTails", ...speaking]);
  const silent = checks.map(({ code }) => code).filter((code) => !known.has(code));
  expect(silent, "add a line to this test on which it speaks").toEqual([]);
});

it("claims what the log holds of the views only where views are seen to be missing", () => {
  for (const { found } of all) {
    if (!/this log does not hold \(slot|identif/.test(found.message)) continue;
    expect(found.code).toBe("support");
    expect(found.facts.missingViews).toBeGreaterThan(0);
  }
});
