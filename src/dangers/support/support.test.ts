import { describe, expect, it } from "vitest";
import {
  lineOf,
  rowsOf,
  type SessionWorld,
  smallWorld,
} from "../../../test/fixture/session-worlds.js";
import { support } from "./support.js";

/** Every item moves down by one: the first slot is for an item that the log does not hold. */
const fresh: SessionWorld = {
  ...smallWorld,
  better: "lower",
  target: (rank) => (rank < 6 ? rank + 1 : 0),
};

describe("support", () => {
  it("does not tell where missing views could turn the call", () => {
    const found = support.examine(lineOf(fresh, "a"));
    expect(found).toMatchObject({ effect: "cannotTell", binds: true });
    expect(found.message).toMatch(/slot 1 is filled in 0 % .* The order flips if those views earn/);
  });

  it("counts the views as the rows do", () => {
    const line = lineOf(fresh, "a");
    const { n, rows, rates } = rowsOf(fresh, "a");
    const rate = (rank: number): number => rates[rank] ?? 0;
    const filled = rows.reduce((sum, { rank, target }) => sum + rate(target) / rate(rank), 0) / n;
    const views = rows.length / n;
    const rewards = rows.reduce((sum, { reward }) => sum + reward, 0) / n;
    const { facts, alternative } = support.examine(line);
    expect(facts).toMatchObject({ slot: 1, filled: 0, trajectories: n });
    expect(facts.missingViews).toBeCloseTo(views - filled, 12);
    expect(facts.share).toBeCloseTo((views - filled) / views, 12);
    const average = rewards / views;
    expect(facts.tippingFactor).toBeCloseTo(-line.difference / ((views - filled) * average), 10);
    const [lo, hi] = facts.assumed as number[];
    expect([lo, hi]).toEqual([0, Math.min(1, 10 * average)]);
    expect(alternative?.difference).toBeCloseTo(line.difference + (views - filled) * (hi ?? 0), 10);
  });

  it("lets a call stand that the stated range cannot turn", () => {
    const line = { ...lineOf(fresh, "a"), unlogged: { min: 0, max: 0.001 } };
    expect(support.examine(line)).toMatchObject({ effect: "watch", binds: true });
  });

  it("says so where missing views can only add to what was found", () => {
    const better = { ...lineOf(fresh, "a"), difference: 0.1 };
    const found = support.examine(better);
    expect(found.effect).toBe("watch");
    expect(found.message).toMatch(/They cannot flip the order\./);
  });

  it("gives the difference at the average view's reward where that lies outside the interval", () => {
    const line = { ...lineOf(fresh, "a"), difference: 0.1, se: 0.01 };
    const { facts, message } = support.examine(line);
    const { rows } = rowsOf(fresh, "a");
    const average = rows.reduce((sum, { reward }) => sum + reward, 0) / rows.length;
    const atAverage = 0.1 + Number(facts.missingViews) * average;
    expect(facts.atAverage).toBeCloseTo(atAverage, 10);
    expect(message).toContain("They count as earning 0: if they earn what the average view does");
    const within = support.examine({ ...line, se: (atAverage - 0.1) / 1.9, df: 1000 });
    expect(within.facts.atAverage).toBeUndefined();
    expect(within.message).not.toContain("average view does");
  });

  it("names the reward that flips the order where the average view earns nothing", () => {
    const line = { ...lineOf(fresh, "a"), difference: 0.1, unlogged: { min: -1, max: 1 } };
    const found = support.examine(line);
    expect(found.effect).toBe("cannotTell");
    expect(found.message).toMatch(
      /flips if those views earn -0\.10 each; -1\.0 is what the study allows/,
    );
  });

  it("does not credit a candidate with views that its baseline lacks", () => {
    const still = { ...smallWorld, target: (rank: number) => rank };
    const [line, other] = [lineOf(still, "a"), lineOf(fresh, "a")];
    const against = { ...line, base: other.policy, difference: -other.difference, se: other.se };
    expect(against.difference).toBeGreaterThan(4 * against.se);
    const found = support.examine(against);
    expect(found).toMatchObject({ effect: "cannotTell", binds: true });
    const { facts } = support.examine(other);
    expect(found.facts.missingOfBaseline).toBe(facts.missingViews);
    const { alternative } = support.examine(other);
    expect(found.alternative?.difference).toBeCloseTo(-(alternative?.difference ?? 0), 12);
  });

  it("misses nothing of a permutation, or of slots that the policy does not show", () => {
    expect(support.examine(lineOf(smallWorld, "a"))).toMatchObject({
      effect: "none",
      binds: false,
    });
    const short = { ...smallWorld, target: (rank: number) => (rank <= 3 ? rank : 0) };
    expect(support.examine(lineOf(short, "a")).binds).toBe(true);
    expect(support.examine(lineOf({ ...short, shows: 3 }, "a")).binds).toBe(false);
  });
});
