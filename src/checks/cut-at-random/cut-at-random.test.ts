import { describe, expect, it } from "vitest";
import { buildTables } from "../../../test/fixture/build-tables.js";
import { comparisonOf, drawSessions, smallWorld } from "../../../test/fixture/session-worlds.js";
import type { Comparison } from "../comparison.js";
import { cutAtRandom } from "./cut-at-random.js";

/** One session in so many is flagged as cut. */
function cutEvery(period: number): Comparison {
  const sessions = drawSessions(smallWorld, "a").map((session, at) => ({
    ...session,
    cut: at % period === 0,
  }));
  return { ...comparisonOf(smallWorld, "a"), ...buildTables(sessions, ["r"]) };
}

describe("cutAtRandom", () => {
  it("watches a log of which more than 1 % of the sessions are cut, and does not refuse it", () => {
    const found = cutAtRandom.examine(cutEvery(20));
    expect(found).toMatchObject({ effect: "watch", applies: false, facts: { share: 75 / 1500 } });
    expect(found.message).toMatch(/^5 % of the trajectories are flagged as cut/);
  });

  it("is silent at 1 % and below", () => {
    expect(cutAtRandom.examine(cutEvery(100))).toMatchObject({
      effect: "none",
      facts: { share: 0.01 },
    });
    expect(cutAtRandom.examine(comparisonOf(smallWorld, "a")).facts.share).toBe(0);
  });
});
