import { describe, expect, it } from "vitest";
import {
  comparisonOf,
  decisionOf,
  plainWorld,
  type SessionWorld,
} from "../../test/fixture/session-worlds.js";
import { ownCurve } from "./log-curve.js";

const [goesOn, cut] = [0.9, 0.15];
const seeds = Array.from({ length: 4 }, (_, at) => `cut ${at}`);

/** Lists of 4 or of 12 items, of sessions that are cut at random; the study's curve is the rate of views. */
const cutLists: SessionWorld = {
  ...plainWorld,
  listLength: 12,
  lengthOf: (chance) => 4 + 8 * Math.floor(chance * 2),
  rewards: Array<number>(12).fill(0.1),
  goesOn: () => goesOn,
  cut,
  target: (rank) => (rank <= 4 ? rank : 17 - rank),
  curve: Array.from({ length: 12 }, (_, at) => (goesOn * (1 - cut)) ** at),
};

describe("sessions cut at random in lists of unequal length", () => {
  it("give the rate of views among the lists that hold a rank", () => {
    const own = ownCurve(comparisonOf({ ...cutLists, sessions: 20_000 }, "rate"));
    for (const [at, rate] of cutLists.curve.slice(0, 8).entries()) {
      expect(own[at]).toBeCloseTo(rate, 2);
    }
  });

  it("refuse no curve that is right", () => {
    for (const seed of seeds) {
      const { findings, verdict } = decisionOf(cutLists, seed);
      const found = findings.find(({ code }) => code === "curve");
      expect(["none", "watch"]).toContain(found?.effect);
      expect(Math.abs(Number(found?.facts.t))).toBeLessThan(4);
      expect(verdict).toBe("cannotTell");
    }
  });

  it("call nothing by the curve of viewers, which is another", () => {
    const ofViewers = Array.from({ length: 12 }, (_, at) => goesOn ** at);
    for (const seed of seeds) {
      const { verdict } = decisionOf({ ...cutLists, curve: ofViewers }, seed);
      expect(["cannotTell", "doNotTrust"]).toContain(verdict);
    }
  });
});
