import { describe, expect, it } from "vitest";
import {
  comparisonOf,
  decisionOf,
  plainWorld,
  type SessionWorld,
} from "../../../test/fixture/session-worlds.js";
import { atNothing } from "../missing-of-comparison.js";
import { itemsNotRanked } from "./items-not-ranked.js";

const uncounted = (rank: number): number => rank - 1;
/** Nobody likes what stands at rank 1; the candidate is the logging policy, and does not count it. */
const pinned: SessionWorld = {
  ...plainWorld,
  sessions: 3000,
  rewards: plainWorld.rewards.map((each, at) => (at === 0 ? 0.005 : each)),
  target: uncounted,
};
const third = (rank: number): number => (rank === 3 ? 2 : rank === 2 ? 3 : rank);

describe("itemsNotRanked", () => {
  it("withdraws the call of ranks that do not count a pinned item", () => {
    for (const seed of ["a", "b"]) {
      const comparison = comparisonOf(pinned, seed);
      expect(comparison.naive).toBeGreaterThan(3);
      const found = itemsNotRanked.examine(atNothing(comparison));
      expect(found).toMatchObject({ effect: "cannotTell", applies: true });
      expect(found.alternative?.difference).toBeCloseTo(0, 12);
      expect(itemsNotRanked.examine(comparison).alternative).toEqual(found.alternative);
      expect(found.message).toMatch(
        /^Almost none of the 3,000 rows at displayed rank 1 has a rank/,
      );
      // One sentence, of which a terminal leaves out nothing.
      expect(found.message).not.toMatch(/[.!?] /);
      expect(found.message).toMatch(/ instead of .* %; give them their ranks in its lists\.$/);
      expect(decisionOf(pinned, seed).verdict).toBe("cannotTell");
    }
  });

  it("withdraws the call where the item stands in some of the lists, equal items all", () => {
    const inSome = (rank: number, chance: number): number =>
      chance < 0.5 ? (rank < 3 ? rank : rank - 1) * (rank === 3 ? 0 : 1) : rank;
    const rewards = plainWorld.rewards.map((_, at) => (at === 2 ? 0.01 : 0.3));
    const comparison = comparisonOf({ ...plainWorld, rewards, target: inSome }, "a");
    expect(comparison.naive).toBeGreaterThan(3);
    const found = itemsNotRanked.examine(atNothing(comparison));
    const { difference = 9, se = 0 } = found.alternative ?? {};
    expect(found.effect).toBe("cannotTell");
    expect(Math.abs(difference)).toBeLessThan(3 * se);
    expect(found.message).toMatch(/^(49|50|51) % of the rows at displayed rank 3 have no rank/);
  });

  it("is the difference of the candidate that counts them", () => {
    const counted = comparisonOf({ ...pinned, target: third }, "a");
    const { alternative } = itemsNotRanked.examine(
      comparisonOf({ ...pinned, target: (rank) => uncounted(third(rank)) }, "a"),
    );
    expect(alternative?.difference).toBeCloseTo(counted.difference, 12);
  });

  it("lets the ranks of others stand where they count the slot of the pinned item", () => {
    const swapped = (rank: number): number => (rank === 3 ? 4 : rank === 4 ? 3 : rank);
    const rewards = pinned.rewards.map((each, at) => (at === 3 ? 2.5 * each : each));
    const free = { ...pinned, rewards, target: (rank: number) => (rank === 1 ? 0 : swapped(rank)) };
    const found = itemsNotRanked.examine(comparisonOf(free, "a"));
    const counted = comparisonOf({ ...free, target: swapped }, "a");
    expect(found.alternative?.difference).toBeCloseTo(counted.difference, 12);
    expect(found.message).toContain(
      "if they stay there (an advertisement, a pinned item), the difference is",
    );
  });

  it("speaks of a baseline that does not count it either, and then finds no difference", () => {
    const comparison = comparisonOf(pinned, "a");
    const both = itemsNotRanked.examine({ ...comparison, base: comparison.policy, difference: 0 });
    expect(both).toMatchObject({ effect: "none", applies: true });
    const { policy } = comparison;
    const plain = comparisonOf({ ...pinned, target: third }, "a");
    const found = itemsNotRanked.examine({ ...plain, base: policy, baseline: "production" });
    expect(found.message).toContain("has a rank in the lists of production");
    expect(found.applies).toBe(true);
  });

  it("is silent of lists that end earlier, of ranks that are dropped at random, and of declared ones", () => {
    const worlds: readonly SessionWorld[] = [
      { ...pinned, target: (rank) => (rank > 5 ? 0 : rank) },
      { ...pinned, target: (rank, chance) => (chance < 0.1 ? 0 : rank) },
      { ...pinned, shows: 9 },
      { ...pinned, sessions: 90 },
    ];
    for (const world of worlds)
      expect(itemsNotRanked.examine(comparisonOf(world, "a")).applies).toBe(false);
  });
});
