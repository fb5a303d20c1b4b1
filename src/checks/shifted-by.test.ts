import { expect, it } from "vitest";
import { comparisonOf, smallWorld } from "../../test/fixture/session-worlds.js";
import { decidedAgain } from "./shifted-by.js";

it("does not take what rounding leaves of a difference that cancels for a sure difference of its sign", () => {
  const comparison = { ...comparisonOf(smallWorld, "rounding"), difference: 0.05, se: 0.002 };
  expect(decidedAgain(comparison, 0.04, 0).holds).toBe(true);
  expect(decidedAgain(comparison, -0.04, 0).holds).toBe(false);
  for (const left of [4e-16, -4e-16, 0])
    expect(decidedAgain(comparison, left, 0).holds).toBe(false);
});
