import { describe, expect, it } from "vitest";
import { buildTables } from "../../../test/fixture/build-tables.js";
import {
  comparisonOf,
  drawSessions,
  rowsOf,
  smallWorld,
} from "../../../test/fixture/session-worlds.js";
import type { Comparison } from "../comparison.js";
import { clicksOnly } from "./clicks-only.js";

/** The log is of clicks; the comparison is of a reward that some of them bring. */
function ofAnotherReward(): Comparison {
  const sessions = drawSessions(clicks, "a").map((session) => ({
    ...session,
    rows: session.rows.map((row, at) => ({ ...row, rewards: { ...row.rewards, like: at % 2 } })),
  }));
  return { ...comparisonOf(clicks, "a"), reward: "like", ...buildTables(sessions, ["like", "r"]) };
}

const clicks = { ...smallWorld, clicksOnly: true };

describe("clicksOnly", () => {
  it("refuses a line of one reward on a log of rows with another", () => {
    const found = clicksOnly.examine(ofAnotherReward());
    expect(found).toMatchObject({ effect: "doNotTrust", facts: { rewardedShare: 1 } });
    expect(found.message).toMatch(/^100 % of the rows carry a r,/);
  });

  it.each([
    ["refuses rewarded rows alone", clicks, "doNotTrust"],
    ["is silent where other rows are logged", smallWorld, "none"],
    [
      "is silent of a reward that every view earns, which leaves no gaps",
      { ...smallWorld, rewards: Array<number>(6).fill(1) },
      "none",
    ],
  ] as const)("%s", (_what, world, effect) => {
    const found = clicksOnly.examine(comparisonOf(world, "a"));
    const { rows, depths } = rowsOf(world, "a");
    const rewarded = rows.filter(({ reward }) => reward > 0).length;
    const deep = depths.reduce((sum, depth) => sum + depth, 0);
    expect([found.effect, found.applies]).toEqual([effect, effect !== "none"]);
    expect(found.facts).toEqual({
      rewardedShare: rewarded / rows.length,
      rowsPerDepth: rows.length / deep,
      notLoggedShare: 1 - rows.length / deep,
    });
  });
});
