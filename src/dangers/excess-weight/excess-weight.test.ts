import { describe, expect, it } from "vitest";
import { lineOf, rowsOf, smallWorld } from "../../../test/fixture/session-worlds.js";
import { excessWeight } from "./excess-weight.js";

const crowded = { ...smallWorld, target: () => 1 };

describe("excessWeight", () => {
  it("refuses ranks that fill a slot several times, and counts as the rows do", () => {
    const found = excessWeight.examine(lineOf(crowded, "a"));
    const { rows, rates } = rowsOf(crowded, "a");
    const weight = rows.reduce((sum, { rank }) => sum + 1 / (rates[rank] ?? 0), 0);
    expect(found).toMatchObject({ effect: "doNotTrust", binds: true });
    expect(found.facts.excess).toBeCloseTo(weight / rows.length - 1, 12);
  });

  it("is silent of permutations and of slots left empty", () => {
    const empty = { ...smallWorld, target: (rank: number) => (rank < 6 ? rank + 1 : 0) };
    for (const world of [smallWorld, empty]) {
      const { effect, facts } = excessWeight.examine(lineOf(world, "a"));
      expect([effect, facts.excess]).toEqual(["none", 0]);
    }
  });

  it("is silent of ranks beyond what the policy declares to show", () => {
    expect(excessWeight.examine(lineOf({ ...smallWorld, shows: 4 }, "a")).effect).toBe("none");
  });

  it("refuses a baseline whose ranks fill a slot several times", () => {
    const { policy } = lineOf(crowded, "a");
    const found = excessWeight.examine({ ...lineOf(smallWorld, "a"), base: policy });
    expect(found).toMatchObject({ effect: "doNotTrust", binds: true });
    expect(found.message).toMatch(/^The target ranks of logged fill/);
  });
});
