import { describe, expect, it } from "vitest";
import { lineOf, type SessionWorld, smallWorld } from "../../test/fixture/session-worlds.js";
import { byWeights, ofBait, ofNeighbours } from "../../test/fixture/weighed-lines.js";
import { strayNumbers } from "../report/words/printed-numbers.js";
import type { Finding } from "./danger.js";
import { dangers } from "./index.js";
import type { Line } from "./line.js";
import { atNothing, withMissing } from "./missing-rewards.js";

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

const worlds: Readonly<Record<string, Line>> = {
  plain: lineOf(smallWorld, "s"),
  bait: ofBait(lineOf({ ...smallWorld, target: shuffled }, "s")),
  neighbours: ofNeighbours(lineOf({ ...smallWorld, target: shuffled }, "s")),
  shuffled: lineOf({ ...smallWorld, target: shuffled }, "s"),
  fresh: lineOf(fresh, "s"),
  "wrong curve": lineOf(wrong, "s"),
  "keen sessions": lineOf(keen, "s"),
  "rewards end sessions": lineOf(ends, "s"),
  "keen sessions that rewards end": lineOf({ ...keen, afterReward: 0.1 }, "s"),
  "ranks among the viewed": lineOf({ ...smallWorld, target: shuffled, amongViewed: true }, "s"),
  "rewarded rows": lineOf({ ...smallWorld, clicksOnly: true }, "s"),
  "rows with keys of their own": lineOf({ ...smallWorld, rowKeys: true }, "s"),
  "offered rows": lineOf({ ...smallWorld, offered: true }, "s"),
  "days that differ": lineOf(days, "s"),
  "an item that is not ranked": lineOf({ ...smallWorld, target: (rank) => rank - 1 }, "s"),
  "late rewards": lineOf(late, "s"),
  "sessions that earn once": lineOf(
    { ...smallWorld, rewards: [0.4, 0.3, 0.3, 0.3, 0.3, 0.3], oneReward: true },
    "s",
  ),
  "huge rewards": lineOf(huge, "s"),
  "a rank that lost its rewards": lineOf(
    { ...smallWorld, rewards: [0, 0.3, 0.3, 0.3, 0.3, 0.3] },
    "s",
  ),
  "ranks that lost their rewards": lineOf(
    { ...smallWorld, rewards: [0.3, 0.3, 0, 0, 0, 0.3] },
    "s",
  ),
  "a robot": lineOf({ ...smallWorld, users: 200, robot: 0.15, goesOn: () => 0.5 }, "s"),
  "rewards of the list": lineOf({ ...smallWorld, ofList: 0.02 }, "s"),
};

/** Lines that leave missing views out. */
const drawn = Object.fromEntries(
  Object.entries(worlds).map(([name, line]) => [name, atNothing(line)] as const),
);

/** A line whose difference is so many standard errors. */
const at = (line: Line, errors: number): Line => ({ ...line, difference: errors * line.se });

/** One of a hundred users brings a third of the trajectories and most of the difference. */
const heavyUser = {
  sizes: Float64Array.from({ length: 100 }, (_, at) => (at === 0 ? 500 : 10)),
  sums: Float64Array.from({ length: 100 }, (_, at) => (at === 0 ? 99 : -1)),
  areUsers: true,
};

const mildTrust = { slope: [0.6, 0.7, 0.55, 0.55, 0.5, 0.5], base: [0.05, 0.02, 0.01, 0, 0, 0] };

/** Each world with differences that are called nothing, hardly, and clearly, on both sides. */
const given: readonly (readonly [string, Line])[] = [
  ...Object.entries(drawn).flatMap(([name, line]) =>
    [0.5, -2.5, 2.5, 8, -8, 40].map(
      (errors) => [`${name}, ${errors} errors`, at(line, errors)] as const,
    ),
  ),
  ...named("fitted", (line) => ({ ...line, curveIs: "parametric" })),
  ...named("measured", (line) => ({ ...line, curveIs: "measured" })),
  ...named("thirty lines", (line) => at({ ...line, lines: 30, level: 0.05 / 30 }, 4)),
  ...named("a stated range", (line) => at({ ...line, unlogged: { min: -1, max: 2 } }, -6)),
  ...named("a small stated range", (line) => at({ ...line, unlogged: { min: 0, max: 0.001 } }, -6)),
  ...named("against fresh", (line) => at({ ...line, base: policyOf("fresh") }, 6)),
  ...named("one heavy user", (line) => at({ ...line, clusters: heavyUser }, 4)),
  ...named("one heavy user who decides", (line) => at({ ...line, clusters: heavyUser }, 2.2)),
  ...named("flagged cuts", (line) => at(cut(line), 6)),
  ...named("trust bias", (line) => at({ ...line, trust: mildTrust }, -4)),
  ...named("trust bias by exposures", (line) => ({ ...byWeights(line), trust: mildTrust })),
  ...named("a signed reward", (line) => at(signed(line), 6)),
];

const lines = given.map(([name, line]) => [name, withMissing(line)] as const);

function named(what: string, change: (line: Line) => Line) {
  return Object.entries(drawn).map(([name, line]) => [`${name}, ${what}`, change(line)] as const);
}

function policyOf(name: string): Line["policy"] {
  const line = drawn[name];
  if (line === undefined) throw new Error(`no line ${name}`);
  return line.policy;
}

/** A tenth of the trajectories of each depth is flagged as cut. */
function cut(line: Line): Line {
  const groups = line.log.depths.groups.map((sums) => ({
    ...sums,
    cut: sums.trajectories.map((count) => count / 10),
  }));
  return { ...line, log: { ...line.log, depths: { ...line.log.depths, groups } } };
}

/** The least reward is below 0, so that amounts are in its unit. */
function signed(line: Line): Line {
  const rewards = Object.entries(line.log.rewards).map(
    ([name, table]) => [name, { ...table, least: -1 }] as const,
  );
  return { ...line, log: { ...line.log, rewards: Object.fromEntries(rewards) } };
}

const all = lines.flatMap(([name, line]) =>
  dangers.map((danger) => ({ name, danger, line, found: danger.examine(line) })),
);

describe.each(dangers.map(({ code }) => [code] as const))("%s", (code) => {
  const own = all.filter(({ danger }) => danger.code === code);

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
  const { earnedByBaseline, earnedSo } = facts;
  const numbers = Object.values(facts)
    .flat()
    .filter((value) => typeof value === "number");
  const earned = typeof earnedByBaseline === "number" ? earnedByBaseline : Number.NaN;
  return strayNumbers(text, facts, [
    ...numbers.map((value) => 1 - value),
    ...numbers.map((value) => (100 * value) / earned),
    ...numbers.map((value) => (100 * value) / Number(earnedSo)),
  ]);
}

/** A sentence without its numbers: which of its branches it is. */
const shapeOf = (message: string): string => message.replace(/[-+]?\d[\d.]*/g, "#");

it("every danger has a sentence that refuses or watches", () => {
  const speaking = new Set(
    all.filter(({ found }) => found.effect !== "none").map(({ danger }) => danger.code),
  );
  // Its own test has the huge rewards of which it speaks.
  const known = new Set(["heavyTails", ...speaking]);
  const silent = dangers.map(({ code }) => code).filter((code) => !known.has(code));
  expect(silent, "add a line to this test on which it speaks").toEqual([]);
});

it("claims what the log holds of the views only where views are seen to be missing", () => {
  for (const { found } of all) {
    if (!/this log does not hold \(slot|identif/.test(found.message)) continue;
    expect(found.code).toBe("support");
    expect(found.facts.missingViews).toBeGreaterThan(0);
  }
});
