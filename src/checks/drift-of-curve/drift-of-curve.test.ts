import { describe, expect, it } from "vitest";
import { repetitions } from "../../../test/fixture/property.js";
import {
  comparisonOf,
  drawSessions,
  type SessionWorld,
} from "../../../test/fixture/session-worlds.js";
import { dayWorlds } from "../../../test/fixture/suspect-worlds.js";
import { driftOfCurve } from "./drift-of-curve.js";
import { driftShift } from "./drift-shift.js";

const { deeperAndKeener, deeper, keener, alike } = dayWorlds;
const named = (count: number): readonly string[] =>
  Array.from({ length: repetitions(count, 60) }, (_, at) => `days ${at}`);

describe("driftOfCurve", () => {
  it("weighs each row by its own day's view rates, row by row", () => {
    const world: SessionWorld = { ...deeperAndKeener, sessions: 6000, listLength: 5 };
    const comparison = comparisonOf(world, "rows");
    const sessions = drawSessions(world, "rows");
    const ratesOf = (own: typeof sessions): readonly number[] =>
      [0, 1, 2, 3, 4].map((at) => own.filter(({ rows }) => rows.length > at).length / own.length);
    const all = ratesOf(sessions);
    const ofDays = [0, 1, 2, 3, 4, 5].map((day) =>
      ratesOf(sessions.filter((each) => each.day === day)),
    );
    let shift = 0;
    for (const { day, rows } of sessions) {
      for (const { rank, target, rewards } of rows) {
        const ratio = (rates: readonly number[] = []) =>
          (rates[target - 1] ?? 0) / (rates[rank - 1] ?? 1);
        shift += (rewards.r ?? 0) * (ratio(ofDays[day]) - ratio(all));
      }
    }
    expect(driftShift(comparison)).toBeCloseTo(shift / sessions.length, 10);
  });

  it("withdraws the call of days on which people go deeper and like more", () => {
    const comparisons = named(5).map((seed) => comparisonOf(deeperAndKeener, seed));
    const found = comparisons.map((comparison) => driftOfCurve.examine(comparison));
    const withdrawn = found.filter(({ effect }) => ["doNotTrust", "cannotTell"].includes(effect));
    expect(
      comparisons.filter(({ naive }) => naive > 2).length / comparisons.length,
    ).toBeGreaterThan(0.9);
    expect(found.filter(({ applies }) => applies).length / comparisons.length).toBeGreaterThan(0.9);
    expect(withdrawn.length / comparisons.length).toBeGreaterThanOrEqual(0.8);
    const far = found.filter(({ alternative }) => {
      const { difference = 0, se = 0 } = alternative ?? {};
      return Math.abs(difference) > 3 * se;
    });
    expect(far.length / comparisons.length).toBeLessThanOrEqual(0.02);
  });

  it("is silent where days differ in one of the two alone, and where they are alike", () => {
    for (const [world, count] of [
      [deeper, 6],
      [keener, 6],
      [alike, 6],
    ] as const) {
      const seeds = named(count);
      const found = seeds.map((seed) => driftOfCurve.examine(comparisonOf(world, seed)));
      expect(found.filter(({ applies }) => applies).length / seeds.length).toBeLessThanOrEqual(
        0.17,
      );
      expect(found.filter(({ effect }) => effect === "doNotTrust")).toEqual([]);
    }
  });

  it("is not tested on a log of one day", () => {
    const comparison = comparisonOf({ ...alike, days: { count: 1, likes: () => 1 } }, "one");
    expect(driftOfCurve.examine(comparison)).toMatchObject({ effect: "none", applies: false });
  });
});
