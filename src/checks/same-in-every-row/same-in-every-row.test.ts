import { describe, expect, it } from "vitest";
import { buildTables, type Session } from "../../../test/fixture/build-tables.js";
import { repetitions } from "../../../test/fixture/property.js";
import {
  comparisonOf,
  type SessionWorld,
  smallWorld,
} from "../../../test/fixture/session-worlds.js";
import { createRandom } from "../../random/create-random.js";
import type { Random } from "../../random/random.js";
import { equalRewards } from "../equal-rewards.js";
import { sameInEveryRow } from "./same-in-every-row.js";

const seeds = Array.from({ length: repetitions(4, 20) }, (_, at) => `${at}`);

/** How many logs of a world speak. */
const speaks = (world: SessionWorld): number =>
  seeds.filter((seed) => sameInEveryRow.examine(comparisonOf(world, seed)).applies).length;

const amount = (random: Random): number => 5 + random.integer(5000) / 100;

/** Rewards of sessions that are drawn by hand: `rowsOf` gives those of one session. */
function logsOf(
  rewardsOf: (random: Random, session: number) => readonly number[],
  sessions = 400,
): number {
  return seeds.filter((seed) => {
    const random = createRandom(`same ${seed}`);
    const drawn = Array.from({ length: sessions }, (_, at): Session => {
      const rows = rewardsOf(random, at).map((r, i) => ({
        rank: i + 1,
        target: i + 1,
        rewards: { r },
      }));
      return { group: at % 32, day: at % 5, rows };
    });
    const { same } = buildTables(drawn, ["r"]).log.rewards.r ?? {};
    return same !== undefined && equalRewards(same).isSign;
  }).length;
}

/** So many rows with a reward each. */
const rows = (random: Random, reward: (at: number) => number, least = 2): number[] =>
  Array.from({ length: least + random.integer(7) }, (_, at) => reward(at));

describe("sameInEveryRow", () => {
  it.each([
    ["a click of the list in each row", { ...smallWorld, ofList: 0 }],
    ["in 95 % of the sessions", { ...smallWorld, ofList: 0.05 }],
    ["an amount of the list", { ...smallWorld, ofList: 0, amount }],
    [
      "an amount, of which few sessions have any",
      {
        ...smallWorld,
        sessions: 4000,
        ofList: 0,
        rewards: Array<number>(6).fill(0.01),
        amount,
      },
    ],
    [
      "on days that differ",
      {
        ...smallWorld,
        ofList: 0,
        days: { count: 5, likes: (day: number) => 0.2 + day / 2 },
      },
    ],
    ["of offered rows", { ...smallWorld, ofList: 0, offered: true }],
  ] as const)("speaks where rows repeat what the session earned: %s", (_what, world) => {
    expect(speaks(world)).toBe(seeds.length);
  });

  it.each([
    [
      "a time that every list has",
      (random: Random) => {
        const seconds = 1 + random.integer(600);
        return rows(random, () => seconds);
      },
    ],
    [
      "an amount that is empty in a tenth of the rows",
      (random: Random) => {
        const paid = random.next() < 0.3 ? amount(random) : 0;
        return rows(random, () => (random.next() < 0.1 ? 0 : paid), 3);
      },
    ],
    [
      "the sign of a loss",
      (random: Random) => {
        const lost = random.next() < 0.4 ? -1 : 0;
        return rows(random, () => lost);
      },
    ],
  ] as const)("speaks of %s", (_what, rewardsOf) => {
    expect(logsOf(rewardsOf)).toBe(seeds.length);
  });

  it.each([
    ["sparse clicks", smallWorld],
    ["every row is liked", { ...smallWorld, rewards: Array<number>(6).fill(1) }],
    ["nearly every row is liked", { ...smallWorld, rewards: Array<number>(6).fill(0.95) }],
    ["amounts of rows", { ...smallWorld, amount }],
    ["amounts of nearly all rows", { ...smallWorld, rewards: Array<number>(6).fill(0.9), amount }],
    ["sessions of one row", { ...smallWorld, ofList: 0, goesOn: () => 0 }],
    [
      "two classes of users",
      {
        ...smallWorld,
        rewards: Array<number>(6).fill(0.45),
        taste: (keen: boolean) => (keen ? 2 : 0.02),
      },
    ],
    ["a robot that likes everything", { ...smallWorld, users: 200, robot: 0.15 }],
    ["sessions that earn once", { ...smallWorld, oneReward: true }],
    ["rewarded rows alone", { ...smallWorld, clicksOnly: true }],
  ] as const)("is silent where rows earn their own: %s", (_what, world) => {
    expect(speaks(world)).toBe(0);
  });

  it.each([
    [
      "pairs of rows that are often liked",
      (random: Random) => [1, 2].map(() => (random.next() < 0.97 ? 1 : 0)),
    ],
    [
      "a price of each day",
      (_random: Random, at: number) => [1, 1, 1].map(() => 0.01 * (1 + (at % 5))),
    ],
    [
      "ratings that hang together",
      (random: Random) => {
        const mean = 1 + random.integer(4);
        return rows(random, () => Math.min(5, Math.max(1, mean + random.integer(3) - 1)));
      },
    ],
    ["times of views", (random: Random) => rows(random, () => random.integer(600))],
    [
      "prices of which one is common",
      (random: Random) => rows(random, () => (random.next() < 0.8 ? 9.99 : 4.99)),
    ],
  ] as const)("is silent of %s", (_what, rewardsOf) => {
    expect(logsOf(rewardsOf)).toBe(0);
  });

  it("counts sessions, and says that it cannot look without counts", () => {
    const comparison = comparisonOf({ ...smallWorld, ofList: 0 }, "a");
    const found = sameInEveryRow.examine(comparison);
    const sessions = comparison.log.rewards.r?.same?.rewarded;
    expect(found).toMatchObject({
      effect: "doNotTrust",
      facts: { rewardedSessions: sessions, share: 1 },
    });
    expect(found.message).toMatch(
      /^All of [\d,]+ sessions with a r and several rows have the same/,
    );
    const own = comparison.log.rewards.r;
    if (own === undefined) throw new Error("no reward");
    const { same: _, ...rest } = own;
    const older = { ...comparison, log: { ...comparison.log, rewards: { r: rest } } };
    expect(sameInEveryRow.examine(older)).toMatchObject({ effect: "none", untested: true });
  });
});
