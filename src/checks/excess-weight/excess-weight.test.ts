import { describe, expect, it } from "vitest";
import { comparisonOf, rowsOf, smallWorld } from "../../../test/fixture/session-worlds.js";
import { support } from "../support/support.js";
import { excessWeight } from "./excess-weight.js";

const crowded = { ...smallWorld, target: () => 1 };

describe("excessWeight", () => {
  it("refuses ranks that fill a slot several times, and counts as the rows do", () => {
    const found = excessWeight.examine(comparisonOf(crowded, "a"));
    const { rows, rates } = rowsOf(crowded, "a");
    const weight = rows.reduce((sum, { rank }) => sum + 1 / (rates[rank] ?? 0), 0);
    expect(found).toMatchObject({ effect: "doNotTrust", applies: true });
    expect(found.facts.excess).toBeCloseTo(weight / rows.length - 1, 12);
  });

  it("is silent of permutations and of slots left empty", () => {
    const empty = { ...smallWorld, target: (rank: number) => (rank < 6 ? rank + 1 : 0) };
    for (const world of [smallWorld, empty]) {
      const { effect, facts } = excessWeight.examine(comparisonOf(world, "a"));
      expect([effect, facts.excess]).toEqual(["none", 0]);
    }
  });

  it("is silent of ranks beyond what the policy declares to show", () => {
    expect(excessWeight.examine(comparisonOf({ ...smallWorld, shows: 4 }, "a")).effect).toBe(
      "none",
    );
  });

  it("names the rank that no row has, where the policy alone numbers without a gap", () => {
    const { curve, target } = smallWorld;
    const gap = { ...smallWorld, skipped: 2, curve: [1, ...curve.slice(0, 6)] };
    const gapped = (rank: number): number => (rank < 2 ? rank : rank + 1);
    const alike = comparisonOf({ ...gap, target: (rank) => gapped(target(rank, 0)) }, "a");
    expect(excessWeight.examine(alike).effect).toBe("none");
    expect(support.examine(alike).effect).toBe("none");
    const found = excessWeight.examine(comparisonOf(gap, "a"));
    expect(found.effect).toBe("doNotTrust");
    expect(found.message).toContain("No row of the log is at rank 2, where candidate puts items");
  });

  it("lets a small excess stand where a reward ends sessions, which views then depend on", () => {
    const target = (rank: number, chance: number): number =>
      rank === 4 && chance < 0.08 ? 1 : rank;
    const world = { ...smallWorld, rewards: Array<number>(6).fill(0.3), target };
    const ends = { ...world, goesOn: () => 0.9, afterReward: 0.2 };
    expect(excessWeight.examine(comparisonOf(world, "a")).effect).toBe("doNotTrust");
    const found = excessWeight.examine(comparisonOf(ends, "a"));
    expect(found).toMatchObject({ effect: "watch", applies: true });
    expect(found.message).toContain("of the views that there are: a r ends sessions");
    const much = comparisonOf({ ...ends, target: () => 1 }, "a");
    expect(excessWeight.examine(much).effect).toBe("doNotTrust");
  });

  it("refuses a baseline whose ranks fill a slot several times", () => {
    const { policy } = comparisonOf(crowded, "a");
    const found = excessWeight.examine({ ...comparisonOf(smallWorld, "a"), base: policy });
    expect(found).toMatchObject({ effect: "doNotTrust", applies: true });
    expect(found.message).toMatch(/^The target ranks of logged fill/);
  });
});
