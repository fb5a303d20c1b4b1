import { expect, it } from "vitest";
import { lambertWMinus1 } from "./lambert-w.js";

it("turns w·e^w round, from −1/e to the smallest numbers", () => {
  expect(lambertWMinus1(-0.1)).toBeCloseTo(-3.577152063957297, 12);
  for (const w of [-1.0001, -1.01, -1.5, -3, -20, -600]) {
    expect(lambertWMinus1(w * Math.exp(w)) / w).toBeCloseTo(1, Math.abs(w) < 1.01 ? 7 : 12);
  }
  expect(lambertWMinus1(-1 / Math.E)).toBeCloseTo(-1, 7);
});

it("refuses what has no such w", () => {
  expect(() => lambertWMinus1(0)).toThrow(RangeError);
  expect(() => lambertWMinus1(-1)).toThrow("[-1/e, 0)");
});
