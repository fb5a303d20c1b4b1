import { expect, it } from "vitest";
import { fisherInterval, kendall, pearson, spearman, spearmanP } from "./correlation.js";

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

const ordersOf = (values: readonly number[]): readonly (readonly number[])[] =>
  values.length < 2
    ? [values]
    : values.flatMap((each, at) =>
        ordersOf(values.filter((_, other) => other !== at)).map((rest) => [each, ...rest]),
      );

it("has an exact p of ρ up to 9 points: the share of orders that are as far, with ties too", () => {
  const sides = [
    [
      [1, 2, 3, 4],
      [2, 4, 6, 8],
    ],
    [
      [1, 1, 2],
      [5, 5, 9],
    ],
    [
      [1, 2, 2, 3, 4, 5, 5],
      [2, 1, 3, 3, 5, 4, 6],
    ],
    [
      [3, 1, 4, 1.5, 9, 2],
      [6, 2, 5, 3.5, 8, 7],
    ],
  ] as const;
  for (const [x, y] of sides) {
    const far = Math.abs(spearman(x, y)?.r ?? 0) - 1e-12;
    const orders = ordersOf(y).map((order) => Math.abs(spearman(x, order)?.r ?? 0));
    const share = orders.filter((r) => r >= far).length / orders.length;
    expect(spearmanP(x, y)).toBeCloseTo(share, 12);
  }
  expect(spearmanP([1, 2, 3, 4], [8, 6, 4, 2])).toBeCloseTo(2 / 24, 12);
  const ten = Array.from({ length: 10 }, (_, at) => at);
  const other = ten.map((at) => (at * 7) % 10);
  expect(spearmanP(ten, other)).toBe(spearman(ten, other)?.p);
  expect(spearmanP([2, 2, 2], [1, 2, 3])).toBeNull();
});

it("has Fisher's interval around it", () => {
  const [lo, hi] = fisherInterval(0.5, 28, 0.95);
  expect(lo).toBeCloseTo(Math.tanh(Math.atanh(0.5) - 1.959963984540054 / 5), 12);
  expect(hi).toBeCloseTo(Math.tanh(Math.atanh(0.5) + 1.959963984540054 / 5), 12);
});
