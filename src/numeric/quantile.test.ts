import { expect, it } from "vitest";
import { median, quantile } from "./quantile.js";

it("interpolates between order statistics", () => {
  expect(quantile([4, 1, 2], 0.5)).toBe(2);
  expect(quantile([1, 2, 3, 4], 0.9)).toBeCloseTo(3.7, 12);
  expect([median([7]), median([1, 2]), quantile([3, 5], 1)]).toEqual([7, 1.5, 5]);
});

it("has no number for no values", () => {
  expect(median([])).toBeNaN();
});
