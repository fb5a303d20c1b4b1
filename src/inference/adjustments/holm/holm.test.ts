import { expect, it } from "vitest";
import { holm } from "./holm.js";

it("agrees with published values", () => {
  const expected = [0.005, 0.048, 0.09, 0.09, 0.2];
  holm([0.001, 0.012, 0.03, 0.04, 0.2]).forEach((value, i) => {
    expect(value).toBeCloseTo(expected[i] ?? Number.NaN, 12);
  });
});

it("refuses what is not a probability, naming it", () => {
  expect(() => holm([0.1, 1.5])).toThrow("holm: p[1] must be in [0, 1], but was 1.5.");
});
