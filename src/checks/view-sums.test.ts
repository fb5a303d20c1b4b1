import { describe, expect, it } from "vitest";
import { comparisonOf, deciderOf, plainWorld } from "../../test/fixture/session-worlds.js";
import type { ComparisonTables } from "./comparison-tables.js";
import { weightAt } from "./pairs-of-ranks.js";
import { weightedTables } from "./placed-tables.js";
import type { PolicyTables } from "./tables.js";
import { loggedSums, slopeOf, viewSums } from "./view-sums.js";

const comparison = comparisonOf({ ...plainWorld, sessions: 500 }, "by weights");
const { rank, target } = comparison.policy.cells;
const weight = Array.from(rank, (r, cell) => weightAt(comparison.curve, r, target[cell] ?? 0));
const pair = { ...comparison.policy, rank, weight, baseWeight: weight.map(() => 1), alike: [] };
const policy = weightedTables(pair, weight, comparison.log.ranks);

describe("the views of a policy that is known by its weights alone", () => {
  it("are those of the same policy by rank", () => {
    const byRank = viewSums(comparison, comparison.policy, comparison.curve);
    const byWeight = viewSums(comparison, policy, comparison.curve);
    expect(byWeight.weight).toBeCloseTo(byRank.weight, 10);
    expect(byWeight.reward).toBeCloseTo(byRank.reward, 10);
  });

  it("give snips something to divide by", () => {
    const { ofViews } = deciderOf("snips", "perTrajectory");
    const snips = {
      ...comparison,
      worth: (...sums: Parameters<typeof comparison.worth>) => ofViews("perTrajectory", ...sums),
    };
    expect(slopeOf(snips, policy)).toBeCloseTo(slopeOf(snips, comparison.policy), 10);
  });
});

describe("the sums of the logging policy's views", () => {
  it("do not depend on which candidate of the log is looked at first", () => {
    /** The same rewards in cells of another order, as those of another candidate are: .1 + .2 + .3 is not .3 + .2 + .1. */
    const shares = [0.1, 0.2, 0.3];
    const candidate = (values: readonly number[]): PolicyTables => {
      const { rewards, ...others } = comparison.policy;
      const groups = comparison.log.trajectories.length;
      const of = (own: PolicyTables["rewards"][string]): PolicyTables["rewards"][string] => ({
        cells: values.length,
        groups: own.groups.map((columns) => ({
          ...columns,
          sum: Float64Array.from(values, (value) => value / groups),
        })),
      });
      const all = Object.entries(rewards).map(([name, own]) => [name, of(own)] as const);
      return { ...others, rewards: Object.fromEntries(all) };
    };
    const bothIn = (first: "a" | "b") => {
      const log = { ...comparison.log };
      const a: ComparisonTables = { ...comparison, log, policy: candidate(shares) };
      const b: ComparisonTables = { ...comparison, log, policy: candidate(shares.toReversed()) };
      loggedSums(first === "a" ? a : b);
      return [a, b].map((each) => loggedSums(each).reward);
    };
    expect(bothIn("a")).toEqual(bothIn("b"));
  });
});
