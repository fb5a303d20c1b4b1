import { expect, it } from "vitest";
import { bonferroni } from "./bonferroni.js";

it("agrees with published values", () => {
  const expected = [0.005, 0.06, 0.15, 0.2, 1];
  bonferroni([0.001, 0.012, 0.03, 0.04, 0.2]).forEach((value, i) => {
    expect(value).toBeCloseTo(expected[i] ?? Number.NaN, 12);
  });
});

it("refuses what is not a probability, naming it", () => {
  expect(() => bonferroni([0.1, 1.5])).toThrow("bonferroni: p[1] must be in [0, 1], but was 1.5.");
});
