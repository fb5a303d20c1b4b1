import { expect, test } from "vitest";
import { paretoReward } from "./pareto-reward.js";

test("the factor is Pareto with tail index 1/value and mean 1", () => {
  const { amount } = paretoReward.steps(0.5);
  expect(amount?.(10, 0.25)).toBeCloseTo(10, 12);
  const n = 100_000;
  let sum = 0;
  for (let at = 0; at < n; at++) sum += amount?.(1, (at + 0.5) / n) ?? 0;
  expect(sum / n).toBeCloseTo(1, 2);
});
