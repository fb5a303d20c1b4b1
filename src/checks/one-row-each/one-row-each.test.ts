import { describe, expect, it } from "vitest";
import { comparisonOf, smallWorld } from "../../../test/fixture/session-worlds.js";
import { oneRowEach } from "./one-row-each.js";

const single = { ...smallWorld, goesOn: () => 0, rowKeys: true };
const clicks = { ...smallWorld, rewards: [1, 1, 0.5, 1], clicksOnly: true };

describe("oneRowEach", () => {
  it("refuses every line where rows are taken for trajectories", () => {
    const found = oneRowEach.examine(comparisonOf({ ...smallWorld, rowKeys: true }, "a"));
    expect(found).toMatchObject({ effect: "doNotTrust", applies: true });
    expect(found.facts.rowsPerTrajectory).toBe(1);
    expect(found.message).toMatch(/^A trajectory has 1\.00 rows, .*log\.trajectory/);
  });

  it.each([
    ["sessions with all their rows", smallWorld],
    ["sessions that view one item each", single],
    ["rewarded rows alone, several a session", clicks],
  ] as const)("is silent of %s", (_what, world) => {
    expect(oneRowEach.examine(comparisonOf(world, "a"))).toMatchObject({
      effect: "none",
      applies: false,
    });
  });
});
