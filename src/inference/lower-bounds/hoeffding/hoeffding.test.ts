import { expect, it } from "vitest";
import { hoeffding } from "./hoeffding.js";

it("agrees with its formula on 0, 1, 2, 0, .5, 1.5, 3, 0 of [0, 10]", () => {
  const sample = { mean: 1, variance: 1.2142857142857142, n: 8, range: [0, 10] } as const;
  expect(hoeffding.of(sample, 0.05)).toBeCloseTo(-3.3270459565057138, 10);
});
