import { expect, test } from "vitest";
import { someVisit } from "../some-visit.js";
import { trustInRank } from "./trust-in-rank.js";

test("at the top all is trusted, further down less of what is liked is rewarded", () => {
  const { chance } = trustInRank.steps(0.5);
  const visit = someVisit();
  visit.rank = 1;
  expect(chance?.(0.4, visit)).toBeCloseTo(0.4 + 0.6 * 0.5, 12);
  visit.rank = 2;
  expect(chance?.(0.4, visit)).toBeCloseTo(0.4 * 0.75 + 0.6 * 0.25, 12);
});
