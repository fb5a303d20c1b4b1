import { expect, it } from "vitest";
import { chooseClip } from "./choose-clip.js";

const estimates = [
  { value: 2, se: 1, buckets: 50 },
  { value: 1.9, se: 0.2, buckets: 50 },
];

it("chooses the smaller error where the bias cannot be seen", () => {
  const { index, points, isBlind } = chooseClip(estimates);
  expect([index, isBlind]).toEqual([1, true]);
  expect(points[1]?.bias).toBeCloseTo(0.1, 12);
  expect(points[1]?.mse).toBeCloseTo(0.05, 12);
});

it("refuses rules that there are not, and no estimates", () => {
  expect(() => chooseClip(estimates, { by: "slop" })).toThrow(
    "by must be one of slopePlusPlus, slope, plugIn",
  );
  expect(() => chooseClip([])).toThrow("at least one estimate");
});
