import { describe, expect, it } from "vitest";
import { deciderOf, lineOf, plainWorld } from "../../test/fixture/session-worlds.js";
import { weightAt } from "./pairs-of-ranks.js";
import { weightedTables } from "./placed-tables.js";
import { slopeOf, viewSums } from "./view-sums.js";

const line = lineOf({ ...plainWorld, sessions: 500 }, "by weights");
const { rank, target } = line.policy.cells;
const weight = Array.from(rank, (r, cell) => weightAt(line.curve, r, target[cell] ?? 0));
const pair = { ...line.policy, rank, weight, baseWeight: weight.map(() => 1), alike: [] };
const policy = weightedTables(pair, weight, line.log.ranks);

describe("the views of a policy that is known by its weights alone", () => {
  it("are those of the same policy by rank", () => {
    const byRank = viewSums(line, line.policy, line.curve);
    const byWeight = viewSums(line, policy, line.curve);
    expect(byWeight.weight).toBeCloseTo(byRank.weight, 10);
    expect(byWeight.reward).toBeCloseTo(byRank.reward, 10);
  });

  it("give snips something to divide by", () => {
    const { ofViews } = deciderOf("snips", "perTrajectory");
    const snips = {
      ...line,
      worth: (...sums: Parameters<typeof line.worth>) => ofViews("perTrajectory", ...sums),
    };
    expect(slopeOf(snips, policy)).toBeCloseTo(slopeOf(snips, line.policy), 10);
  });
});
