import fc from "fast-check";
import { expect, test } from "vitest";
import { assertProperty } from "../../test/fixture/property.js";
import { digamma } from "../../test/fixture/special/digamma.js";
import { logGamma, stirlingCorrection } from "./log-gamma.js";

const close = (got: number, expected: number, tolerance: number): void =>
  expect(Math.abs(got - expected)).toBeLessThanOrEqual(tolerance * (1 + Math.abs(expected)));

test("agrees with published values", () => {
  close(logGamma(0.5), 0.5723649429247001, 1e-15);
  close(logGamma(3.7), 1.428072326665388, 1e-15);
  close(logGamma(120), 453.0248962384961, 1e-15);
  expect([logGamma(1), logGamma(2)].map(Math.abs)).toEqual([0, 0]);
});

test("is the logarithm of a factorial at integers", () => {
  let factorial = 1;
  for (let n = 1; n <= 18; n++) {
    close(logGamma(n), Math.log(factorial), 1e-15);
    factorial *= n;
  }
});

test("satisfies the recurrence over twenty orders of magnitude", () => {
  assertProperty(
    fc.property(fc.double({ min: -10, max: 10, noNaN: true }), (exponent) => {
      const x = 10 ** exponent;
      // x + 1 is rounded, which moves log Γ by up to its slope times half a spacing.
      const rounding = 2 ** -52 * (x + 1) * Math.abs(digamma(x + 1));
      const error = Math.abs(logGamma(x + 1) - logGamma(x) - Math.log(x));
      expect(error).toBeLessThan(rounding + 4e-15 * (1 + Math.abs(logGamma(x))));
    }),
  );
});

test("satisfies Legendre's duplication", () => {
  assertProperty(
    fc.property(fc.double({ min: 0.01, max: 1000, noNaN: true }), (x) => {
      const half = logGamma(x) + logGamma(x + 0.5);
      const whole = (1 - 2 * x) * Math.LN2 + 0.5 * Math.log(Math.PI) + logGamma(2 * x);
      close(half, whole, 4e-15);
    }),
  );
});

test("keeps relative precision near its zeros", () => {
  const euler = 0.5772156649015329;
  const h = 2 ** -30;
  expect(logGamma(1 + h) / h).toBeCloseTo(-euler + (h * Math.PI ** 2) / 12, 14);
  expect(logGamma(2 + h) / h).toBeCloseTo(1 - euler + (h * (Math.PI ** 2 - 6)) / 12, 14);
});

test("leaves Stirling's formula the correction at one and at the seam", () => {
  expect(stirlingCorrection(1)).toBeCloseTo(1 - 0.5 * Math.log(2 * Math.PI), 15);
  expect(stirlingCorrection(10 - 2 ** -49)).toBeCloseTo(stirlingCorrection(10), 13);
  expect(stirlingCorrection(10)).toBeCloseTo(0.00833056343336287, 15);
});

test("refuses what is not a positive number", () => {
  for (const x of [0, -1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
    expect(() => logGamma(x)).toThrow(RangeError);
    expect(() => logGamma(x)).toThrow(`logGamma: x must be in (0, ∞), but was ${x}.`);
  }
});
