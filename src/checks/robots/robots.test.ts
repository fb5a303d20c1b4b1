import { describe, expect, it } from "vitest";
import { repetitions } from "../../../test/fixture/property.js";
import {
  comparisonOf,
  drawSessions,
  type SessionWorld,
  smallWorld,
} from "../../../test/fixture/session-worlds.js";
import { robotWorlds } from "../../../test/fixture/suspect-worlds.js";
import type { ComparisonClusters } from "../comparison.js";
import { decide } from "../decide.js";
import { checks } from "../index.js";
import { valueOfBase } from "../view-sums.js";
import { robots } from "./robots.js";

const seeds = Array.from({ length: repetitions(4, 100) }, (_, at) => `robot ${at}`);
const { withRobot, withoutRobot, fewUsers } = robotWorlds;

describe("robots", () => {
  it("is the difference and its error without the user's sessions", () => {
    const world: SessionWorld = { ...withRobot, sessions: 800, curve: smallWorld.curve };
    const comparison = comparisonOf(world, "leave out");
    const people = drawSessions(world, "leave out").filter(({ user }) => user !== 0);
    const gains = new Map<number, number>();
    const n = people.length;
    const p = (rank: number): number => world.curve[rank - 1] ?? 0;
    for (const { user, rows } of people) {
      const gain = rows.reduce(
        (sum, { rank, target, rewards }) => sum + (rewards.r ?? 0) * (p(target) / p(rank) - 1),
        0,
      );
      gains.set(user, (gains.get(user) ?? 0) + gain);
    }
    const sizes = new Map<number, number>();
    for (const { user } of people) sizes.set(user, (sizes.get(user) ?? 0) + 1);
    const difference = [...gains.values()].reduce((sum, gain) => sum + gain, 0) / n;
    const squares = [...gains].reduce(
      (sum, [user, gain]) => sum + (gain - (sizes.get(user) ?? 0) * difference) ** 2,
      0,
    );
    const plain = Math.sqrt((gains.size / (gains.size - 1)) * squares) / n;
    const { alternative, facts } = robots.examine(comparison);
    expect(alternative?.difference).toBeCloseTo(difference, 8);
    expect(facts.share).toBeCloseTo(1 - n / drawSessions(world, "leave out").length, 12);
    const whole = comparison.difference / comparison.naive;
    expect(alternative?.se).toBeCloseTo((comparison.se * plain) / whole, 9);
  });

  it("withdraws a call that a robot makes, and watches one that people make alone", () => {
    const sizes = Float64Array.from({ length: 100 }, (_, at) => (at === 3 ? 200 : 10));
    const sums = Float64Array.from({ length: 100 }, (_, at) => (at === 3 ? 20 : at % 2 ? 3 : -3));
    const clusters = { sizes, sums, areUsers: true };
    const comparison = { ...comparisonOf(smallWorld, "a"), se: 0.0302, clusters };
    const found = robots.examine({ ...comparison, difference: 0.0601 });
    expect(found).toMatchObject({ effect: "cannotTell", applies: true });
    expect(found.message).toMatch(/^One user accounts for 17 % of the trajectories and 31 % of/);
    expect(found.alternative?.difference).toBeCloseTo(0.0601 - 20 / 990, 12);
    expect(robots.examine({ ...comparison, difference: 0.2 })).toMatchObject({ effect: "watch" });
  });

  it("gives the percentage of what the others' baseline earns, with their degrees of freedom", () => {
    const drawn = comparisonOf(withRobot, "others");
    const { clusters } = drawn;
    if (clusters === undefined) throw new Error("no clusters");
    const at = clusters.sizes.indexOf(Math.max(...clusters.sizes));
    const n = clusters.sizes.reduce((sum, size) => sum + size, 0);
    const left = n - (clusters.sizes[at] ?? 0);
    const earned = valueOfBase(drawn);
    // The robot earns half of the log's reward: what is left of the mean is 0.6 of it.
    const baseSums = clusters.sums.map((_, b) => (b === at ? 0.4 * earned * left : 0));
    const comparison = { ...drawn, df: 1.2, clusters: { ...clusters, baseSums } };
    const { facts, message, alternative } = robots.examine(comparison);
    expect(facts.earnedUnderCheck).toBeCloseTo(0.6 * earned, 9);
    expect(Number(facts.df)).toBeGreaterThan(100);
    const shown = (100 * Number(alternative?.difference)) / (0.6 * earned);
    expect(message).toContain(
      `without it the difference is ${shown < 0 ? "-" : "+"}${Math.abs(shown).toFixed(2)} % [`,
    );
    const unknown = robots.examine({ ...comparison, clusters });
    expect(unknown.message).toMatch(/without it the difference is [-+][\d.]+ \[/);
  });

  it("reads the difference without users who view every list to its end", () => {
    const world: SessionWorld = { ...smallWorld, users: 400, farm: { share: 0.1, users: 20 } };
    const drawn = comparisonOf(world, "farm");
    const people = drawSessions(world, "farm").filter(({ user }) => user < 400);
    const viewed = Array.from({ length: 6 }, (_, at) =>
      people.reduce((sum, { rows }) => sum + rows.filter(({ rank }) => rank === at + 1).length, 0),
    );
    for (const curveIs of ["measured", "given"] as const) {
      const p = (rank: number): number =>
        (curveIs === "given" ? drawn.curve : viewed)[rank - 1] ?? 0;
      const gains = people.flatMap(({ rows }) =>
        rows.map(({ rank, target, rewards }) => (rewards.r ?? 0) * (p(target) / p(rank) - 1)),
      );
      const difference = gains.reduce((sum, gain) => sum + gain, 0) / people.length;
      const { alternative, facts } = robots.examine({ ...drawn, curveIs });
      expect(alternative?.difference).toBeCloseTo(difference, 9);
      expect(facts).toMatchObject({ users: 20, role: "added" });
    }
  });

  it("withdraws a call that such users make, and says so where it cannot do without them", () => {
    const world: SessionWorld = { ...smallWorld, users: 400, farm: { share: 0.1, users: 20 } };
    const { readers, ...comparison } = comparisonOf(world, "farm");
    const { verdict, findings } = decide(checks, { ...comparison, ...(readers && { readers }) });
    const found = findings.find(({ code }) => code === "robots");
    expect(verdict).toBe("cannotTell");
    expect(found).toMatchObject({ effect: "cannotTell", applies: true });
    expect(found?.message).toMatch(/^20 users view nearly every list to its end \(/);
    const { others: _, ...counts } = readers ?? { size: 2, users: 20, sessions: 1, ended: 1 };
    expect(robots.examine({ ...comparison, readers: counts })).toMatchObject({
      effect: "inconclusive",
      applies: false,
    });
  });

  it("shows the robot of a log", () => {
    for (const seed of seeds)
      expect(robots.examine(comparisonOf(withRobot, seed))).toMatchObject({ applies: true });
  });

  it("is silent of people, few or many", () => {
    for (const world of [withoutRobot, fewUsers]) {
      for (const seed of seeds) {
        expect(robots.examine(comparisonOf(world, seed))).toMatchObject({
          effect: "none",
          applies: false,
        });
      }
    }
  });

  it("looks at a user of few sessions who brings most of the error, not at one session, and not at fewer than three users", () => {
    const comparison = comparisonOf(smallWorld, "a");
    const { clusters } = comparison;
    if (clusters === undefined) throw new Error("no clusters");
    const with_ = (own: ComparisonClusters) => robots.examine({ ...comparison, clusters: own });
    const far = clusters.sums.map((sum, at) => (at === 7 ? 1500 * comparison.se : sum));
    expect(with_({ ...clusters, sums: far })).toMatchObject({ effect: "none", applies: false });
    const sizes = clusters.sizes.map((size, at) => (at === 7 ? 3 : size));
    expect(with_({ ...clusters, sizes, sums: far, areUsers: false }).message).toMatch(
      /^One group of users accounts for 0\.20 % of the trajectories/,
    );
    const two = { ...clusters, sizes: clusters.sizes.slice(0, 2), sums: clusters.sums.slice(0, 2) };
    expect(with_(two)).toMatchObject({ effect: "none", applies: false });
  });
});
