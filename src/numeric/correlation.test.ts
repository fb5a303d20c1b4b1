import { expect, it } from "vitest";
import { fisherInterval, kendall, pearson, spearman } from "./correlation.js";

it("has no correlation where a side does not vary, or of two points", () => {
  expect(pearson([1, 1, 1], [1, 2, 3])).toBeNull();
  expect(pearson([1, 2], [1, 2])).toBeNull();
  expect(kendall([1, 1, 1], [1, 2, 3])).toBeNull();
  expect(spearman([2, 2, 2], [1, 2, 3])).toBeNull();
});

it("is 1 of equal orders and −1 of opposite ones", () => {
  expect(pearson([1, 2, 3], [2, 4, 6])).toMatchObject({ r: 1, p: 0 });
  expect(spearman([1, 2, 30], [3, 2, 1])?.r).toBeCloseTo(-1, 12);
  expect(kendall([1, 2, 3, 4], [4, 3, 2, 1])).toMatchObject({ tauB: -1, s: -6, isExact: true });
  expect(kendall([1, 2, 3, 4], [4, 3, 2, 1])?.p).toBeCloseTo(2 / 24, 12);
});

it("has Fisher's interval around it", () => {
  const [lo, hi] = fisherInterval(0.5, 28, 0.95);
  expect(lo).toBeCloseTo(Math.tanh(Math.atanh(0.5) - 1.959963984540054 / 5), 12);
  expect(hi).toBeCloseTo(Math.tanh(Math.atanh(0.5) + 1.959963984540054 / 5), 12);
});
