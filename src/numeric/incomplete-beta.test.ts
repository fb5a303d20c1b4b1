import fc from "fast-check";
import { expect, test } from "vitest";
import { regularizedBeta } from "./incomplete-beta.js";

const shape = fc.double({ min: -1.5, max: 4, noNaN: true }).map((exponent) => 10 ** exponent);
const share = fc.integer({ min: 1, max: 2 ** 20 - 1 }).map((k) => k / 2 ** 20);

test("agrees with published values", () => {
  expect(regularizedBeta(1.5, 0.5, 0.3)).toBeCloseTo(0.07727428998754561, 13);
  expect(regularizedBeta(2, 0.5, 0.9)).toBeCloseTo(0.5414697392755851, 13);
});

test("is a power where one shape is 1", () => {
  fc.assert(
    fc.property(shape, share, (a, x) => {
      expect(Math.abs(regularizedBeta(a, 1, x) - x ** a)).toBeLessThan(1e-12 * x ** a + 1e-14);
      expect(Math.abs(regularizedBeta(1, a, x) + Math.expm1(a * Math.log1p(-x)))).toBeLessThan(
        1e-13,
      );
    }),
  );
});

test("adds to one with its mirror image, and is one half in the middle of equal shapes", () => {
  fc.assert(
    fc.property(shape, shape, share, (a, b, x) => {
      expect(regularizedBeta(a, b, x) + regularizedBeta(b, a, 1 - x)).toBeCloseTo(1, 12);
      expect(regularizedBeta(a, a, 0.5)).toBeCloseTo(0.5, 12);
    }),
  );
});

test("satisfies I_x(a, b) = x·I_x(a − 1, b) + (1 − x)·I_x(a, b − 1)", () => {
  fc.assert(
    fc.property(shape, shape, share, (a, b, x) => {
      const left = regularizedBeta(a + 1, b + 1, x);
      const right = x * regularizedBeta(a, b + 1, x) + (1 - x) * regularizedBeta(a + 1, b, x);
      expect(Math.abs(left - right)).toBeLessThan(1e-12);
    }),
  );
});

test("keeps relative precision in the lower tail", () => {
  expect(regularizedBeta(50, 1, 1e-5) / 1e-250).toBeCloseTo(1, 11);
});

test("refuses arguments outside the domain, naming them", () => {
  expect(regularizedBeta(2, 3, 0)).toBe(0);
  expect(regularizedBeta(2, 3, 1)).toBe(1);
  expect(() => regularizedBeta(0, 1, 0.5)).toThrow("a must be in (0, ∞), but was 0");
  expect(() => regularizedBeta(1, -1, 0.5)).toThrow("b must be in (0, ∞), but was -1");
  expect(() => regularizedBeta(1, 1, 1.5)).toThrow("x must be in [0, 1], but was 1.5");
  expect(() => regularizedBeta(1, 1, Number.NaN)).toThrow(RangeError);
});
