import { describe, expect, it } from "vitest";
import { inTurn } from "../../test/fixture/property.js";
import {
  comparisonOf,
  deciderOf,
  type SessionWorld,
  smallWorld,
} from "../../test/fixture/session-worlds.js";
import {
  byExposures,
  byWeights,
  ofBait,
  ofNeighbours,
} from "../../test/fixture/weighed-comparisons.js";
import type { Check, Finding } from "./check.js";
import type { Comparison } from "./comparison.js";
import { curve } from "./curve/curve.js";
import { checks } from "./index.js";
import { checkLaws } from "./laws.js";
import { atNothing, withMissing } from "./missing-of-comparison.js";
import { withTables } from "./with-tables.js";

const rotated = (rank: number, chance: number): number => ((rank + Math.floor(chance * 4)) % 6) + 1;
const worlds: Readonly<Record<string, SessionWorld>> = {
  plain: smallWorld,
  "without some items": { ...smallWorld, target: (rank) => (rank < 6 ? rank + 1 : 0) },
  "under a wrong curve": { ...smallWorld, curve: [1, 0.5, 0.2, 0.1, 0.05, 0.02] },
  "of keen sessions": {
    ...smallWorld,
    goesOn: (keen) => (keen ? 0.9 : 0.5),
    taste: (keen) => (keen ? 1.8 : 0.2),
  },
  "of rewards that end sessions": { ...smallWorld, goesOn: () => 0.9, afterReward: 0.1 },
  "of ranks among the viewed": { ...smallWorld, target: rotated, amongViewed: true },
  "of rewarded rows": { ...smallWorld, clicksOnly: true },
  "of rows with keys of their own": { ...smallWorld, rowKeys: true },
  "of offered rows": { ...smallWorld, offered: true },
  "of days that differ": {
    ...smallWorld,
    sessions: 4000,
    goesOn: (_, day) => (day === 0 ? 0.9 : 0.5),
    days: { count: 2, likes: (day) => (day === 0 ? 4 : 0.2) },
    target: (rank) => (rank === 3 ? 1 : rank < 3 ? rank + 1 : rank),
  },
  "with huge rewards": {
    ...smallWorld,
    rewards: Array<number>(6).fill(0.6),
    amount: (random) => (random.next() < 0.001 ? 1e6 : 1 + random.integer(3)),
  },
  "of a rank that lost its rewards": {
    ...smallWorld,
    rewards: [0, 0.3, 0.3, 0.3, 0.3, 0.3],
  },
  "of rewards that are late, and an item that is not ranked": {
    ...smallWorld,
    days: { count: 6, likes: (day, rank) => (rank === 3 && day > 2 ? 0 : 1) },
    target: (rank) => (rank === 3 ? 1 : rank < 3 ? 2 * rank - 2 : rank - 1),
  },
  "of sessions that earn once": {
    ...smallWorld,
    goesOn: () => 0.9,
    rewards: Array<number>(6).fill(0.3),
    oneReward: true,
  },
  "of rewards of the list": { ...smallWorld, ofList: 0.02 },
  "with a farm of robots": {
    ...smallWorld,
    users: 200,
    farm: { share: 0.1, users: 20 },
    goesOn: () => 0.5,
  },
  "with a robot": { ...smallWorld, users: 200, robot: 0.15, goesOn: () => 0.5 },
};
const wrongUpAndDown = (rank: number): number => (rank === 2 ? 1.4 : rank === 3 ? 0.6 : 1);
const trust = { slope: [0.6, 0.7, 0.55, 0.55, 0.5, 0.5], base: [0.05, 0.02, 0.01, 0, 0, 0] };
const drawn = Object.entries(worlds).map(
  ([name, world]) => [name, comparisonOf(world, "laws")] as const,
);
const given: readonly (readonly [string, Comparison])[] = [
  ...drawn,
  ...drawn
    .slice(0, 2)
    .map(
      ([name, comparison]) =>
        [`${name}, fitted`, { ...comparison, curveIs: "parametric" as const }] as const,
    ),
  ...drawn
    .slice(1, 2)
    .map(
      ([name, comparison]) =>
        [`${name}, with a range`, { ...comparison, unlogged: { min: -1, max: 2 } }] as const,
    ),
  ...drawn
    .slice(0, 2)
    .map(([name, comparison]) => [`${name}, with trust bias`, { ...comparison, trust }] as const),
  ["by weights, with trust bias", { ...byWeights(drawn[0]?.[1]), trust }],
  ["against another policy", against(drawn[0]?.[1], drawn[1]?.[1])],
  ...drawn.slice(0, 1).map(([, comparison]) => ["of bait", ofBait(comparison)] as const),
  ...drawn
    .slice(0, 1)
    .map(([, comparison]) => ["of neighbours", ofNeighbours(comparison)] as const),
  ["of one group of users", oneGroup(drawn[2]?.[1])],
  ["by weights", byWeights(drawn[0]?.[1])],
  ["by weights that miss views", byWeights(drawn[1]?.[1])],
  ["by snips", snipsOf(drawn[1]?.[1])],
  ["by right exposures", byExposures(drawn[0]?.[1], () => 1)],
  ["by wrong exposures", byExposures(drawn[0]?.[1], (rank) => (rank === 2 ? 0.5 : 1))],
  ["by exposures that are wrong by item", byItem(byExposures(drawn[0]?.[1], wrongUpAndDown))],
];
const comparisons = given.map(
  ([name, comparison]) => [name, withMissing(atNothing(comparison))] as const,
);

function byItem(comparison: Comparison): Comparison {
  const { cells = 0, groups = [] } = comparison.log.exposures ?? {};
  const items = groups.map(({ exposure, ...counts }) => {
    const hash = counts.rows.map(() => 0);
    return { ...counts, value: exposure, hash, hashSquares: hash };
  });
  return { ...comparison, log: { ...comparison.log, byItem: { cells, groups: items } } };
}

function against(comparison: Comparison | undefined, base: Comparison | undefined): Comparison {
  if (comparison === undefined || base === undefined) throw new Error("no line");
  const plain = atNothing(comparison);
  return { ...plain, base: base.policy, difference: plain.difference - atNothing(base).difference };
}

function snipsOf(comparison: Comparison | undefined): Comparison {
  if (comparison === undefined) throw new Error("no line");
  const { ofViews } = deciderOf("snips", "perTrajectory");
  return { ...comparison, worth: (sums, added) => ofViews("perTrajectory", sums, added) };
}

function oneGroup(comparison: Comparison | undefined): Comparison {
  if (comparison === undefined) throw new Error("no line");
  const { log, policy } = comparison;
  const first = <T extends { readonly groups: readonly unknown[] }>(table: T): T => ({
    ...table,
    groups: table.groups.slice(0, 1),
  });
  const each = <T extends { readonly groups: readonly unknown[] }>(
    tables: Readonly<Record<string, T>>,
  ): Record<string, T> =>
    Object.fromEntries(Object.entries(tables).map(([name, table]) => [name, first(table)]));
  const rewards = Object.entries(log.rewards).map(
    ([name, table]) =>
      [
        name,
        {
          ...table,
          byDepth: first(table.byDepth),
          ...(table.pairs && { pairs: first(table.pairs) }),
        },
      ] as const,
  );
  return {
    ...comparison,
    log: {
      ...log,
      trajectories: log.trajectories.slice(0, 1),
      views: first(log.views),
      depths: first(log.depths),
      rewards: Object.fromEntries(rewards),
    },
    policy: {
      ...policy,
      rows: first(policy.rows),
      moved: first(policy.moved),
      rewards: each(policy.rewards),
    },
  };
}

describe.each(checks.map((check, at) => [check.code, check, at] as const))(
  "%s",
  (_code, check, at) => {
    const tried = [...comparisons.slice(at), ...comparisons.slice(0, at)];

    it.each(checkLaws.map((law) => [law.name, law] as const))("%s", (_law, law) => {
      for (const [, comparison] of inTurn(tried)) law.check(check, comparison);
    });
  },
);

it("the lines are such that every check but the cut at random applies to one of them", () => {
  const silent = checks.filter((check) =>
    comparisons.every(([, comparison]) => check.examine(comparison).effect === "none"),
  );
  expect(silent.map(({ code }) => code)).toEqual(["cutAtRandom"]);
});

it("every table that a check declares is read on one of the lines, but two that their own tests read", () => {
  const unread = checks.flatMap((check) =>
    (check.reads ?? []).flatMap((name) => {
      const rest = check.reads?.filter((each) => each !== name) ?? [];
      const isRead = comparisons.some(([, comparison]) => {
        const [all, others] = [comparison, withTables(comparison, rest)].map((each) =>
          JSON.stringify(check.examine(each)),
        );
        return all !== others;
      });
      return isRead ? [] : [`${name} by ${check.code}`];
    }),
  );
  expect(unread).toEqual(["itemSlope by trustBias", "pair by exposureCalibration"]);
});

describe("the laws catch a check", () => {
  const bent = (change: (found: Finding, comparison: Comparison) => Partial<Finding>): Check => ({
    ...curve,
    examine: (comparison) => {
      const found = curve.examine(comparison);
      return { ...found, ...change(found, comparison) };
    },
  });
  const counted = { value: 1, se: null, unit: "rows", words: "1 row" } as const;
  const other = { difference: 1, se: 1, interval: [-1, 3] } as const;
  const refusal = { effect: "doNotTrust", applies: true } as const;
  const own = ({ difference, se }: Comparison) => ({
    difference,
    se,
    interval: [difference - se, difference + se] as const,
  });
  const [spares, needs, better, scale, order, applies, monotone, numbers, reads, speaks] =
    checkLaws;

  it.each([
    [spares, "that refuses the logged policy", bent(() => refusal)],
    [
      spares,
      "that finds a difference of the logged policy to itself",
      bent(() => ({ alternative: other })),
    ],
    [
      needs,
      "that refuses without a shift",
      bent((_, comparison) => ({ ...refusal, alternative: own(comparison) })),
    ],
    [
      better,
      "that asks what is better",
      bent((_, comparison) => ({ effect: comparison.better === "higher" ? "none" : "watch" })),
    ],
    [
      scale,
      "with a limit in the unit of the reward",
      bent((_, comparison) => ({ effect: comparison.se > 1.5 * plainSe ? "watch" : "none" })),
    ],
    [scale, "whose alternative has a unit of its own", bent(() => ({ alternative: other }))],
    [
      order,
      "that listens to the first group",
      bent((_, { log }) => ({ facts: { first: log.depths.groups[0]?.trajectories[0] ?? 0 } })),
    ],
    [applies, "that refuses without a sign", bent(() => ({ ...refusal, applies: false }))],
    [
      monotone,
      "that refuses what is large",
      bent((_, { difference, se }) => ({ effect: difference > 50 * se ? "cannotTell" : "none" })),
    ],
    [
      numbers,
      "with a fact that JSON loses",
      bent(() => ({ facts: { t: Number.POSITIVE_INFINITY } })),
    ],
    [
      numbers,
      "with an alternative without an error",
      bent(() => ({ alternative: { ...other, se: Number.NaN } })),
    ],
    [
      scale,
      "with a figure of another unit than it says",
      bent(() => ({ measured: { ...counted, unit: "reward" } })),
    ],
    [
      order,
      "with a figure of the first group",
      bent((_, { log }) => ({
        measured: { ...counted, value: log.depths.groups[0]?.trajectories[0] ?? 0 },
      })),
    ],
    [
      numbers,
      "with a figure that JSON loses",
      bent(() => ({ tipping: { ...counted, value: Number.NaN } })),
    ],
    [
      reads,
      "that reads a table in secret",
      bent((_, { log }) => ({ facts: { names: Object.values(log.rewards).flatMap(Object.keys) } })),
    ],
    [speaks, "with a figure without words", bent(() => ({ measured: { ...counted, words: "" } }))],
    [speaks, "of another code", bent(() => ({ code: "support" }))],
    [speaks, "that stammers", bent(() => ({ message: "The difference is NaN." }))],
    [speaks, "that does not end its sentence", bent(() => ({ message: "The difference" }))],
  ] as const)("%o %s", (law, _what, check) => {
    const [, plain] = comparisons[0] ?? [];
    if (plain === undefined) throw new Error("no line");
    expect(() => law?.check(curve, plain)).not.toThrow();
    expect(() => law?.check(check, plain)).toThrow(/^curve /);
  });
});

const plainSe = drawn[0]?.[1].se ?? 0;
