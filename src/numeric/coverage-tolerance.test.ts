import { expect, test } from "vitest";
import { coverageTolerance } from "./coverage-tolerance.js";

test("is four binomial standard errors", () => {
  expect(coverageTolerance(0.95, 2000)).toBeCloseTo(4 * Math.sqrt((0.95 * 0.05) / 2000), 15);
  expect(coverageTolerance(0.5, 100, 1)).toBeCloseTo(0.05, 15);
});

test("refuses what is not a share, and nothing replicated", () => {
  expect(() => coverageTolerance(1, 10)).toThrow(RangeError);
  expect(() => coverageTolerance(0.9, 0)).toThrow(RangeError);
});
