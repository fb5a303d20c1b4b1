import { expect, it } from "vitest";
import { maximise } from "./maximum-likelihood.js";

it("finds the maximum of k·log x − x at k, to the last digits", () => {
  for (const k of [1e-9, 0.3, 1, 40, 1e9]) {
    const found = maximise({ value: (x) => k * Math.log(x) - x, slope: (x) => k / x - 1 });
    expect((found ?? 0) / k).toBeCloseTo(1, 13);
  }
});

it("takes the higher of two maxima", () => {
  // In t = log x: −(t² − 9)²/4 + bias·t, with maxima near ±3.
  const bumps = (bias: number) =>
    maximise({
      value: (x) => -((Math.log(x) ** 2 - 9) ** 2) / 4 + bias * Math.log(x),
      slope: (x) => (-(Math.log(x) ** 2 - 9) * Math.log(x) + bias) / x,
    });
  expect(Math.log(bumps(1) ?? 0)).toBeGreaterThan(2.9);
  expect(Math.log(bumps(-1) ?? 0)).toBeLessThan(-2.9);
});

it("says so where there is no maximum inside", () => {
  expect(maximise({ value: (x) => x, slope: () => 1 })).toBeUndefined();
  expect(maximise({ value: (x) => -x, slope: () => -1 })).toBeUndefined();
});
