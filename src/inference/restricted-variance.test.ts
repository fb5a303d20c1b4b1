import { expect, it } from "vitest";
import { type RewardCells, restrictedVariance } from "./restricted-variance.js";

/** Likes at three cells of different weights, and one cell that both policies place alike. */
const cells = (shared: number): RewardCells => ({
  rows: [1000, 500, 100, 800],
  rewarded: [100, 40, 2, 80],
  sum: [100, 40, 2, 79 + shared],
  squares: [100, 40, 2, 79 + shared ** 2],
  weight: [-0.5, 0.6, 4, 0],
});

it("a huge reward that both policies share changes the error by next to nothing", () => {
  const move = -30;
  const plain = restrictedVariance(cells(1), move, 1);
  // Its kurtosis is that of all rows: nearly as many as there are.
  const outlier = restrictedVariance(cells(1e9), move, 222);
  expect(outlier.restricted).toBeCloseTo(plain.restricted, 9);
  expect(outlier.df).toBeCloseTo(plain.df, 9);
});

it("one in a row that moves widens it", () => {
  const moved = cells(1);
  const huge = { ...moved, squares: [100, 40, 1 + 1e12, 80], sum: [100, 40, 1 + 1e6, 80] };
  expect(restrictedVariance(huge, -30, 200).restricted).toBeGreaterThan(1e9);
});
