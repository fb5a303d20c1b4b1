import { expect, it } from "vitest";
import { benjaminiYekutieli } from "./benjamini-yekutieli.js";

it("agrees with published values", () => {
  const expected = [
    0.011416666666666667, 0.0685, 0.11416666666666665, 0.11416666666666667, 0.45666666666666667,
  ];
  benjaminiYekutieli([0.001, 0.012, 0.03, 0.04, 0.2]).forEach((value, i) => {
    expect(value).toBeCloseTo(expected[i] ?? Number.NaN, 12);
  });
});

it("refuses what is not a probability, naming it", () => {
  expect(() => benjaminiYekutieli([0.1, 1.5])).toThrow(
    "benjaminiYekutieli: p[1] must be in [0, 1], but was 1.5.",
  );
});
