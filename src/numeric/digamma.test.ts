import fc from "fast-check";
import { expect, test } from "vitest";
import { digamma } from "./digamma.js";
import { logGamma } from "./log-gamma.js";

test("agrees with published values", () => {
  expect(digamma(1)).toBeCloseTo(-0.5772156649015329, 14);
  expect(digamma(2.5)).toBeCloseTo(0.7031566406452432, 14);
  expect(digamma(10.3)).toBeCloseTo(2.2828154464391224, 14);
  expect(digamma(0.5)).toBeCloseTo(-0.5772156649015329 - 2 * Math.LN2, 14);
});

test("satisfies the recurrence over thirteen orders of magnitude", () => {
  fc.assert(
    fc.property(fc.double({ min: -5, max: 8, noNaN: true }), (exponent) => {
      const x = 10 ** exponent;
      const error = Math.abs(digamma(x + 1) - digamma(x) - 1 / x);
      expect(error).toBeLessThan(4e-15 * (1 + Math.abs(digamma(x))));
    }),
  );
});

test("is the derivative of logGamma", () => {
  fc.assert(
    fc.property(fc.double({ min: 0.1, max: 50, noNaN: true }), (x) => {
      const h = 1e-4 * x;
      const slope = (logGamma(x + h) - logGamma(x - h)) / (2 * h);
      expect(Math.abs(slope - digamma(x))).toBeLessThan(1e-6 * (1 + Math.abs(slope)));
    }),
  );
});

test("refuses what is not a positive number", () => {
  for (const x of [0, -2, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => digamma(x)).toThrow(RangeError);
    expect(() => digamma(x)).toThrow("digamma: x must be in (0, ∞)");
  }
});
