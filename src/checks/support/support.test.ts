import { describe, expect, it } from "vitest";
import {
  comparisonOf,
  rowsOf,
  type SessionWorld,
  smallWorld,
} from "../../../test/fixture/session-worlds.js";
import type { Unlogged } from "../../log/log-spec.js";
import type { Comparison } from "../comparison.js";
import { intervalOf, setAround } from "../interval-of.js";
import { atNothing, withMissing } from "../missing-of-comparison.js";
import { support } from "./support.js";

/** Every item moves down by one: the first slot is for an item that the log does not hold. */
const fresh: SessionWorld = {
  ...smallWorld,
  better: "lower",
  target: (rank) => (rank < 6 ? rank + 1 : 0),
};

const comparison = comparisonOf(fresh, "a");
/** The comparison where a study declares what missing views earn, and where they earn nothing it is changed. */
const declared = (unlogged: Unlogged, change: Partial<Comparison> = {}): Comparison =>
  withMissing({ ...atNothing(comparison), ...change, unlogged });
const setOf = (each: Comparison) => setAround(each, each.difference, each.se).ends;

describe("support", () => {
  it("counts the views as the rows do", () => {
    const { n, rows, rates } = rowsOf(fresh, "a");
    const rate = (rank: number): number => rates[rank] ?? 0;
    const filled = rows.reduce((sum, { rank, target }) => sum + rate(target) / rate(rank), 0) / n;
    const views = rows.length / n;
    const average = rows.reduce((sum, { reward }) => sum + reward, 0) / rows.length;
    const { facts } = support.examine(comparison);
    expect(facts).toMatchObject({ slot: 1, filledShare: 0, trajectories: n });
    expect(facts.missingViews).toBeCloseTo(views - filled, 12);
    expect(facts.share).toBeCloseTo((views - filled) / views, 12);
    expect(facts.averageReward).toBeCloseTo(average, 12);
    expect(facts.rewardRange).toEqual([0, Math.min(1, 10 * average)]);
    const { difference } = atNothing(comparison);
    expect(facts.zeroAt).toBeCloseTo(-difference / (views - filled), 10);
    const [low, high] = setOf(comparison);
    expect(low).toBeCloseTo(difference, 12);
    expect(high).toBeCloseTo(difference + (views - filled) * Math.min(1, 10 * average), 10);
  });

  it("gives a line the rewards that a study declares, and names them beside the number", () => {
    const range = declared({ min: 0.1, max: 0.2 });
    const found = support.examine(range);
    const views = Number(found.facts.missingViews);
    const { difference } = atNothing(comparison);
    const [low, high] = setOf(range);
    expect(low).toBeCloseTo(difference + 0.1 * views, 12);
    expect(high).toBeCloseTo(difference + 0.2 * views, 12);
    expect(found.message).toContain("which the study assumes to earn 0.10 to 0.20 each (unlogged)");
    const point = declared({ min: 0.15, max: 0.15 });
    expect(setOf(point)[0]).toBeCloseTo(difference + 0.15 * views, 12);
    expect(setOf(point)[1] - setOf(point)[0]).toBeLessThan(1e-15);
  });

  it("says so where times of the edge say nothing, since next to no row of it is rewarded", () => {
    const rare = atNothing(
      comparisonOf({ ...fresh, rewards: Array<number>(6).fill(0.004) }, "rare"),
    );
    const { message } = support.examine(withMissing({ ...rare, unlogged: { times: [0.5, 1.5] } }));
    expect(message).toContain("since fewer than 30 rows at the edge of the log are rewarded");
  });

  it("does not tell where the set of differences holds 0 and its point does not", () => {
    const wide = declared({ min: 0, max: 1 }, { difference: -0.02, se: 0.0001, df: 1000 });
    expect(support.examine(wide)).toMatchObject({ effect: "cannotTell", applies: true });
    expect(support.examine(wide).message).toMatch(
      /^27 % of the views of candidate are .* It is worse if they earn more than \S+ each/,
    );
  });

  it("lets a call stand that the stated range cannot turn, and says where it turns", () => {
    const found = support.examine(declared({ min: 0, max: 0.001 }, { difference: -0.1, se: 0.01 }));
    expect(found).toMatchObject({ effect: "watch", applies: true });
    expect(found.message).toMatch(/It stays better unless they earn more than 0\.\d+ each/);
    expect(found.tipping?.words).toMatch(/^more than \S+ × the average view$/);
  });

  it("says so where missing views can only add to what was found", () => {
    const found = support.examine(withMissing({ ...atNothing(comparison), difference: 0.1 }));
    expect(found.effect).toBe("watch");
    expect(found.message).toContain("The difference is then at least");
    expect(found.message).toContain("No value in this range changes the verdict.");
  });

  it("turns where the line is called at one rate of all missing views", () => {
    const { positiveAbove, negativeBelow } = support.examine(comparison).facts as Record<
      string,
      number
    >;
    const at = (rate = 0): readonly number[] => {
      const each = declared({ min: rate, max: rate });
      return intervalOf(each, each.difference, each.se);
    };
    expect(at(positiveAbove)[0]).toBeCloseTo(0, 4);
    expect(at(negativeBelow)[1]).toBeCloseTo(0, 4);
  });

  it("does not credit a candidate with views that its baseline lacks", () => {
    const still = { ...smallWorld, target: (rank: number) => rank };
    const { difference, se } = atNothing(comparison);
    const against = withMissing({
      ...atNothing(comparisonOf(still, "a")),
      base: comparison.policy,
      difference: -difference,
      se,
    });
    const found = support.examine(against);
    expect(found.applies).toBe(true);
    expect(found.facts.shareOfBaseline).toBe(support.examine(comparison).facts.share);
    const [low, high] = setOf(against);
    expect(low).toBeCloseTo(-setOf(comparison)[1], 12);
    expect(high).toBeCloseTo(-setOf(comparison)[0], 12);
  });

  it("misses nothing of a permutation, or of slots that the policy does not show", () => {
    expect(comparisonOf(smallWorld, "a").missing).toBeUndefined();
    expect(support.examine(comparisonOf(smallWorld, "a"))).toMatchObject({
      effect: "none",
      applies: false,
    });
    const short = { ...smallWorld, target: (rank: number) => (rank <= 3 ? rank : 0) };
    expect(support.examine(comparisonOf(short, "a")).applies).toBe(true);
    expect(support.examine(comparisonOf({ ...short, shows: 3 }, "a")).applies).toBe(false);
  });
});
