import { expect, it } from "vitest";
import { gumbelOf } from "./gumbel.js";

it("is −ln(−ln u) within 1e-11 everywhere", () => {
  let worst = 0;
  for (let at = 0; at < 200_000; at++) {
    const u = (at + 0.5) / 200_000;
    worst = Math.max(worst, Math.abs(gumbelOf(u) + Math.log(-Math.log(u))));
  }
  expect(worst).toBeLessThan(1e-11);
  expect(gumbelOf(0.5)).toBeCloseTo(0.36651292, 8);
});

it("is exact in both tails, to the least and the greatest number of chance", () => {
  for (const u of [0.5 / 2 ** 32, 1e-6, 0.031, 0.97, 1 - 1e-6, 1 - 0.5 / 2 ** 32]) {
    expect(gumbelOf(u)).toBe(-Math.log(-Math.log(u)));
  }
});
