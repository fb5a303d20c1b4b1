import { describe, expect, it } from "vitest";
import { repetitions } from "../../../test/fixture/property.js";
import {
  comparisonOf,
  drawSessions,
  type SessionWorld,
} from "../../../test/fixture/session-worlds.js";
import { dayWorlds } from "../../../test/fixture/suspect-worlds.js";
import { reportingDelay } from "./reporting-delay.js";

/** The item at rank 3 is the best, and moves to the top; its rewards come later than those of the others. */
const late: SessionWorld = {
  ...dayWorlds.alike,
  sessions: 5000,
  listLength: 6,
  rewards: [0.2, 0.2, 0.26, 0.2, 0.2, 0.2],
  goesOn: () => 0.8,
  days: { count: 6, likes: (day, rank) => (rank === 3 ? Math.max(0, 1 - 0.28 * day) : 1) },
  target: (rank) => (rank === 3 ? 1 : rank < 3 ? rank + 1 : rank),
};
const seeds = (count: number): readonly string[] =>
  Array.from({ length: repetitions(count, 100) }, (_, at) => `late ${at}`);

describe("reportingDelay", () => {
  it("withdraws the call of an item whose rewards are not there yet", () => {
    for (const seed of seeds(3)) {
      const comparison = comparisonOf(late, seed);
      expect(comparison.naive).toBeLessThan(-2.5);
      const found = reportingDelay.examine(comparison);
      expect(found).toMatchObject({ effect: "cannotTell", applies: true });
      expect(found.facts.rank).toBe(3);
      expect(found.message).toMatch(/ on a view at rank 3 earns [\d.]+ % of the r that it earned/);
    }
  });

  it("sees days at one low level, of which the last is the least by luck alone", () => {
    const likes = (day: number, rank: number): number => (rank === 3 && day >= 3 ? 0.05 : 1);
    for (const seed of seeds(3)) {
      const comparison = comparisonOf({ ...late, days: { count: 6, likes } }, seed);
      expect(reportingDelay.examine(comparison)).toMatchObject({
        effect: "cannotTell",
        applies: true,
      });
    }
  });

  it("is the difference by the sessions of the days before, row by row", () => {
    const comparison = comparisonOf(late, "rows");
    const { alternative, facts } = reportingDelay.examine(comparison);
    const before = drawSessions(late, "rows").filter(({ day }) => day < Number(facts.from));
    const p = (rank: number): number => late.curve[rank - 1] ?? 0;
    const earned = before.flatMap(({ rows }) =>
      rows.map(({ rank, target, rewards: { r = 0 } }) => r * (p(target) / p(rank) - 1)),
    );
    const difference = earned.reduce((sum, each) => sum + each, 0) / before.length;
    expect(alternative?.difference).toBeCloseTo(difference, 9);
    expect(facts.shareOfDays).toBeCloseTo(before.length / late.sessions, 9);
  });

  it("lets stand what all days call the same, also where all rewards are late", () => {
    const likes = (day: number): number => (day < 4 ? 1 : 0.5);
    const rewards = [0.2, 0.2, 0.4, 0.2, 0.2, 0.2];
    const found = seeds(3).map((seed) =>
      reportingDelay.examine(comparisonOf({ ...late, rewards, days: { count: 6, likes } }, seed)),
    );
    for (const { effect, facts } of found) {
      expect(["none", "watch"]).toContain(effect);
      expect(facts.leftShare).toBeCloseTo(0.5, 0);
    }
  });

  it("is silent of days that are alike, of days that grow, and of busy ones between", () => {
    const kinds = [
      () => 1,
      (day: number) => 0.7 + 0.1 * day,
      (day: number) => (day === 2 ? 1.5 : 1),
    ];
    const spoke = kinds.flatMap((likes) =>
      seeds(4).filter((seed) => {
        const world = { ...late, sessions: 2000, days: { count: 6, likes } };
        return reportingDelay.examine(comparisonOf(world, seed)).applies;
      }),
    );
    expect(spoke.length / (kinds.length * seeds(4).length)).toBeLessThanOrEqual(0.01);
  });

  it("has nothing to compare on one day", () => {
    const one = { ...late, sessions: 200, days: { count: 1, likes: () => 1 } };
    expect(reportingDelay.examine(comparisonOf(one, "a"))).toMatchObject({
      effect: "none",
      untested: true,
    });
  });
});
