import { expect, it } from "vitest";
import { tailIndex } from "./tail-index.js";

it("reads the tail of weights, each as often as it occurs", () => {
  expect(tailIndex([1, 2, 4], [1, 1, 1], 1)).toBeCloseTo(1 / Math.log(2), 12);
  const apart = [1, 2, 2, 2, 8, 8];
  expect(tailIndex([8, 1, 2], [2, 1, 3], 3)).toBeCloseTo(
    tailIndex(
      apart,
      apart.map(() => 1),
      3,
    ),
    12,
  );
});

it("is not finite where the largest weights are equal, or there are too few", () => {
  expect(Number.isFinite(tailIndex([1, 2], [9, 9], 3))).toBe(false);
  expect(Number.isFinite(tailIndex([], []))).toBe(false);
});
