import { describe, expect, it } from "vitest";
import {
  comparisonOf,
  rowsOf,
  type SessionWorld,
  smallWorld,
} from "../../../test/fixture/session-worlds.js";
import { ranksAmongViewed } from "./ranks-among-viewed.js";

const rotated: SessionWorld = {
  ...smallWorld,
  target: (rank, chance) => ((rank + Math.floor(chance * 4)) % 6) + 1,
};
const among: SessionWorld = { ...rotated, amongViewed: true };

describe("ranksAmongViewed", () => {
  it("refuses ranks that never move a last row down, and is silent of the full list's", () => {
    const found = ranksAmongViewed.examine(comparisonOf(among, "a"));
    expect(found).toMatchObject({ effect: "doNotTrust", applies: true });
    expect(found.facts.observed).toBe(0);
    expect(ranksAmongViewed.examine(comparisonOf(rotated, "a"))).toMatchObject({
      effect: "none",
      applies: false,
    });
  });

  it.each([
    ["full list", rotated],
    ["viewed items", among],
  ])("counts last rows as the rows do: %s", (_name, world) => {
    const { rows } = rowsOf(world, "a");
    const isDown = ({ rank, target }: { rank: number; target: number }) => target > rank;
    const last = rows.filter(({ rank, depth }) => rank === depth && rank < 6);
    const expected = [1, 2, 3, 4, 5].reduce((sum, rank) => {
      const on = rows.filter((row) => row.rank === rank && row.depth > rank);
      const stops = last.filter((row) => row.rank === rank).length;
      return sum + (stops * on.filter(isDown).length) / on.length;
    }, 0);
    const { facts } = ranksAmongViewed.examine(comparisonOf(world, "a"));
    expect(facts.observed).toBe(last.filter(isDown).length);
    expect(facts.expected).toBeCloseTo(expected, 9);
  });

  it("is silent of a candidate that moves nothing", () => {
    const still = { ...smallWorld, target: (rank: number) => rank };
    const { effect, facts } = ranksAmongViewed.examine(comparisonOf(still, "a"));
    expect([effect, facts.expected]).toEqual(["none", 0]);
  });
});
