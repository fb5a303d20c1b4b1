import { describe, expect, it } from "vitest";
import {
  byKey,
  type ComparisonSource,
  columnOf,
  deepest,
  dense,
  feedRows,
  groupsIn,
  required,
  sumOf,
} from "../../checks/feed-rows.js";
import type { TableOf } from "../shape.js";
import { noBucket, type TallyTable } from "../tally.js";
import {
  type ComparisonDepths,
  type ComparisonPairs,
  depthKey,
  exposuresOfItems,
  groupKey,
  isOfLaterVersion,
  pairsOfComparison,
  rankKey,
  rewardsOfComparisons,
  weightsOfComparison,
} from "./comparison-shapes.js";
import type { ColumnsOf, ComparisonStatement } from "./comparison-statement.js";

const counts = { combine: "sum", hi: Float64Array.of(2, 3), lo: null } as const;
const pairs: TallyTable = {
  rows: 2,
  strata: [{ day: null, feed: null, logger: null }],
  stratum: new Int32Array(2),
  bucket: new Int32Array(2).fill(noBucket),
  keys: { group: new Float64Array(2), rank: Float64Array.of(1, 2), target: Float64Array.of(2, 0) },
  columns: { rows: counts, "0 sum": counts },
};
const source: ComparisonSource = {
  tables: { [pairsOfComparison("a").name]: pairs },
  feed: null,
  listsKnown: false,
  rewards: [],
};
const found = required(feedRows(source, pairsOfComparison("a")));
const groups = groupsIn(found);
const at = (): number => 0;

// A misspelt key reads as rank 1 of every row: the compiler alone refuses it.
describe("the names in a line's tables", () => {
  it("are read where they are of the table's shape", () => {
    expect(deepest(found, rankKey)).toBe(2);
    expect(byKey(found, rankKey)(1)).toBe(1);
    expect(sumOf(found, "rows")).toBe(5);
    const { groups: own } = dense(found, groups, 1, at, { rows: "rows", earned: "0 sum", counts });
    expect(own.map(({ rows, earned, counts: given }) => [rows[0], earned[0], given[0]])).toEqual([
      [5, 5, 5],
    ]);
  });

  it("do not compile in readers where they are not", () => {
    // @ts-expect-error a key of another table
    expect(deepest(found, depthKey)).toBe(1);
    // @ts-expect-error no key
    expect(byKey(found, "rnak")(1)).toBe(0);
    // @ts-expect-error no key
    expect(found.table.keys.rnak).toBe(undefined);
    // @ts-expect-error no sum
    expect(() => sumOf(found, "row")).toThrow('a column "row"');
    // @ts-expect-error a sum of another table
    expect(() => columnOf(found, "trajectories")).toThrow("trajectories");
    // @ts-expect-error no sum of a reward
    expect(() => dense(found, groups, 1, at, { earned: "0 smu" })).toThrow("0 smu");
    // @ts-expect-error a sum of a reward in another table
    expect(() => dense(found, groups, 1, at, { earned: "0 pairs" })).toThrow("0 pairs");
    // @ts-expect-error a sum of a policy in another table
    expect(() => dense(found, groups, 1, at, { down: "a down" })).toThrow("a down");
    const either = required(
      feedRows<ComparisonPairs | ComparisonDepths>(source, pairsOfComparison("a")),
    );
    // @ts-expect-error no sum of either table
    expect(() => sumOf(either, "row")).toThrow('a column "row"');
  });

  it("do not compile in writers where they are not", () => {
    // @ts-expect-error a key of another table
    const keys: ComparisonStatement<ComparisonPairs>["keys"] = [rankKey, "k_depth"];
    // @ts-expect-error the name in the file, not that in the statement
    const ofDepths: ComparisonStatement<ComparisonDepths>["keys"] = [depthKey];
    const columns: ColumnsOf<ComparisonPairs> = new Map([
      ["rows", "l_rows"],
      ["continuable", "l_rows"],
    ]);
    // @ts-expect-error no sum
    const misspelt: ColumnsOf<ComparisonPairs> = new Map([["row", "l_rows"]]);
    const ofReward = (reward: number): ColumnsOf<ComparisonPairs> =>
      // @ts-expect-error no sum of a reward
      new Map([[`${reward} smu` as const, "l_rows"]]);
    // @ts-expect-error a table of another shape
    const into: ComparisonStatement<ComparisonPairs>["into"] = rewardsOfComparisons;
    // @ts-expect-error no key of a table that is made of others
    const made: TableOf<ComparisonPairs>["keys"] = { [groupKey]: counts.hi, [depthKey]: counts.hi };
    // @ts-expect-error no sum of one
    const sums: TableOf<ComparisonPairs>["columns"] = { rows: counts, trajectories: counts };
    const all = [keys, ofDepths, columns, misspelt, ofReward(0), into, made, sums];
    expect(all).toHaveLength(8);
  });

  it("say which table is which", () => {
    const pair = { candidate: "a", baseline: "b", by: "rank" } as const;
    expect(weightsOfComparison(pair).name).toBe('line weights by rank ["a","b"]');
    // @ts-expect-error rows are not by target rank
    expect(feedRows<ComparisonPairs>(source, weightsOfComparison(pair))).toBe(undefined);
  });
});

it("takes every table for a later one but those of the first saved tallies", () => {
  const weights = weightsOfComparison({ candidate: "a", baseline: "b", by: "rank" });
  const first = [pairsOfComparison("a"), rewardsOfComparisons, weights];
  expect(first.map(({ name }) => isOfLaterVersion(name))).toEqual([false, false, false]);
  const later = [exposuresOfItems.name, "line tables to come"];
  expect(later.map(isOfLaterVersion)).toEqual([true, true]);
  expect(isOfLaterVersion("cells")).toBe(false);
});
