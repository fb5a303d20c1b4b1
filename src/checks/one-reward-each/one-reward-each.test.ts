import { describe, expect, it } from "vitest";
import { repetitions } from "../../../test/fixture/property.js";
import {
  comparisonOf,
  drawSessions,
  type SessionWorld,
  smallWorld,
} from "../../../test/fixture/session-worlds.js";
import { evaluateRows } from "../../../test/fixture/small-study.js";
import { createRandom } from "../../random/create-random.js";
import { asLogged } from "../changed-comparisons.js";
import type { Comparison } from "../comparison.js";
import { underExclusion } from "./exclusion.js";
import { oneRewardEach } from "./one-reward-each.js";
import { pairsOfRewards } from "./pairs-of-rewards.js";

const rates = [0.05, 0.4, 0.3, 0.3, 0.3, 0.3];
const once: SessionWorld = { ...smallWorld, sessions: 6000, rewards: rates, oneReward: true };

/** What an order earns where a session earns once: Σ p_s q_s Π_{j<s} (1 − q_j). */
const worthOf = (order: readonly number[]): number =>
  order.reduce(
    (sum, q, at) => sum + 0.8 ** at * q * order.slice(0, at).reduce((p, each) => p * (1 - each), 1),
    0,
  );
const swapped = [0.4, 0.05, 0.3, 0.3, 0.3, 0.3];

describe("oneRewardEach", () => {
  it("finds the number near the truth, where the interval alone is far from it", () => {
    const comparison = comparisonOf(once, "a");
    const truth = worthOf(swapped) - worthOf(rates);
    const found = oneRewardEach.examine(comparison);
    const { difference = 9, se = 0 } = found.alternative ?? {};
    expect(found.applies).toBe(true);
    expect(Math.abs(difference - truth)).toBeLessThan(3 * se);
    expect(Math.abs(comparison.difference - truth)).toBeGreaterThan(3 * comparison.se);
  });

  it("does not trust a call that rests on rewards which exclude each other: equal items", () => {
    const rewards = Array<number>(6).fill(0.3);
    const target = (rank: number): number => (rank === 4 ? 1 : rank < 4 ? rank + 1 : rank);
    const comparison = comparisonOf({ ...once, rewards, target }, "a");
    expect(Math.abs(comparison.naive)).toBeGreaterThan(3);
    const found = oneRewardEach.examine(comparison);
    expect(found.effect).toBe("doNotTrust");
    expect(found.message).toMatch(/^Sessions with a r seldom have another: \d+ pairs/);
  });

  it("gives what rows would have earned, if the log kept the first reward alone", () => {
    const rewards = [0.3, 0.3, 0.3, 0.3, 0.3, 0.05];
    const target = (rank: number): number => (rank % 6) + 1;
    const comparison = comparisonOf({ ...once, rewards, target }, "a");
    const change = (1 - 0.8 ** 5) * (0.05 - 0.3);
    const earned = worthOf([0.05, 0.3, 0.3, 0.3, 0.3, 0.3]) - worthOf(rewards);
    const [lost, spent] = (["logged", "earned"] as const).map((of) =>
      underExclusion(comparison, { share: 0, of }),
    );
    expect(Math.abs((lost ?? 9) - change)).toBeLessThan(4 * comparison.se);
    expect(Math.abs((spent ?? 9) - earned)).toBeLessThan(4 * comparison.se);
    expect(Math.abs(change - earned)).toBeGreaterThan(4 * comparison.se);
    expect(underExclusion(asLogged(comparison), { share: 0, of: "logged" })).toBeCloseTo(0, 12);
  });

  it("counts the pairs of rewards of each session, whoever its user is", () => {
    const world = { ...once, oneReward: false, users: 40, robot: 0.6 };
    const sessions = drawSessions(world, "a").map(({ rows }) => {
      const rewarded = rows.filter(({ rewards }) => (rewards.r ?? 0) > 0).map(({ rank }) => rank);
      return { depth: rows.length, rewarded };
    });
    const wanted = sessions.reduce(
      (all, { rewarded: { length } }) => all + (length * (length - 1)) / 2,
      0,
    );
    const depths = [...new Set(sessions.map(({ depth }) => depth))];
    const independent = depths.reduce((all, depth) => {
      const alike = sessions.filter((each) => each.depth === depth);
      const rate = (rank: number): number =>
        alike.filter(({ rewarded }) => rewarded.includes(rank)).length / alike.length;
      const rates = Array.from({ length: depth }, (_, at) => rate(at + 1));
      const pairs = rates.reduce(
        (sum, q, at) => sum + q * rates.slice(0, at).reduce((p, each) => p + each, 0),
        0,
      );
      return all + alike.length * pairs;
    }, 0);
    const { found, expected } = pairsOfRewards(comparisonOf(world, "a")) ?? {};
    expect(found).toBe(wanted);
    expect(expected).toBeCloseTo(independent, 6);
  });

  it("is silent where one id stands for most sessions, and sees the sign there too", () => {
    const guests = { ...once, users: 200, guest: 0.6 };
    const seeds = Array.from({ length: repetitions(5, 20) }, (_, at) => `guests ${at}`);
    const binding = (oneReward: boolean): number =>
      seeds.filter(
        (seed) => oneRewardEach.examine(comparisonOf({ ...guests, oneReward }, seed)).applies,
      ).length;
    expect(binding(false)).toBe(0);
    expect(binding(true)).toBeGreaterThan(0.75 * seeds.length);
  });

  it("is silent on lists of few items of which one earns most", async () => {
    const random = createRandom("few items");
    const rates = [0.6, 0.1, 0.1, 0.1, 0.1];
    const rows = Array.from({ length: 2000 }, (_, session) => {
      const items = [0, 1, 2, 3, 4].map((item) => ({ item, at: random.next() }));
      const list = items.sort((a, b) => a.at - b.at).map(({ item }) => item);
      const depth = 1 + [0, 1, 2, 3, 4].findIndex((_, at) => at === 4 || random.next() > 0.8);
      return list.slice(0, depth).map((item, at) => ({
        session: BigInt(session),
        user: BigInt(session),
        position: BigInt(at + 1),
        rank_a: BigInt(5 - item),
        like: random.next() < (rates[item] ?? 0) ? 1 : 0,
      }));
    }).flat();
    const roles = { trajectory: "session", user: "user", rank: "position", listLength: 5 };
    const { verdicts } = await evaluateRows(
      {
        log: {
          ...roles,
          source: { table: "log" },
          rewards: { like: "like" },
          exposure: { curve: { table: [1, 0.8, 0.64, 0.512, 0.4096] } },
        },
        policies: { a: { rank: "rank_a" } },
        estimators: ["dcg"],
      },
      rows,
    );
    expect(verdicts).toMatchObject([{ verdict: "worse" }]);
    const found = verdicts[0]?.checks?.find(({ check }) => check === "oneRewardEach");
    expect(found).toMatchObject({ effect: "none" });
    expect(Number(found?.facts.t)).toBeLessThan(-2);
  });

  it("is silent where rewards do not exclude each other, or end sessions", () => {
    const seeds = Array.from({ length: repetitions(10, 30) }, (_, at) => `silent ${at}`);
    const signs = [
      { ...once, oneReward: false, sessions: 1500 },
      { ...once, oneReward: false, sessions: 1500, afterReward: 0.2 },
    ].map(
      (world) =>
        seeds.filter((seed) => oneRewardEach.examine(comparisonOf(world, seed)).applies).length,
    );
    expect(Math.max(...signs)).toBeLessThanOrEqual(seeds.length / 10);
  });

  it("says that it cannot look where pairs were not counted, or the baseline is not the log", () => {
    const comparison = comparisonOf(once, "a");
    const { r } = comparison.log.rewards;
    if (r === undefined) throw new Error("no reward");
    const { pairs: _, ...uncounted } = r;
    const comparisons: readonly Comparison[] = [
      { ...comparison, log: { ...comparison.log, rewards: { r: uncounted } } },
      { ...comparison, base: comparison.policy },
    ];
    for (const each of comparisons) expect(oneRewardEach.examine(each).untested).toBe(true);
  });
});
