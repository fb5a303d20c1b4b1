import fc from "fast-check";
import { expect, test } from "vitest";
import { assertProperty } from "../../test/fixture/property.js";
import { normalCdf } from "./normal-cdf.js";
import { normalQuantile } from "./normal-quantile.js";

test("agrees with published values", () => {
  expect(normalQuantile(0.975)).toBeCloseTo(1.959963984540054, 13);
  expect(normalQuantile(0.995)).toBeCloseTo(2.5758293035489004, 13);
  expect(normalQuantile(0.99)).toBeCloseTo(2.3263478740408408, 13);
  expect(normalQuantile(0.5)).toBe(0);
});

test("is undone by normalCdf over 300 orders of magnitude", () => {
  assertProperty(
    fc.property(fc.double({ min: -300, max: -0.302, noNaN: true }), (exponent) => {
      const p = 10 ** exponent;
      expect(Math.abs(normalCdf(normalQuantile(p)) / p - 1)).toBeLessThan(1e-12);
    }),
  );
});

test("undoes normalCdf", () => {
  assertProperty(
    fc.property(fc.double({ min: -37, max: 5, noNaN: true }), (x) => {
      // Beyond 0 a double's spacing near 1 limits what p can say about x.
      const resolution = x > 0 ? 2 ** -53 * Math.sqrt(2 * Math.PI) * Math.exp((x * x) / 2) : 0;
      const error = Math.abs(normalQuantile(normalCdf(x)) - x);
      expect(error).toBeLessThan(1e-13 * (1 + Math.abs(x)) + 2 * resolution);
    }),
  );
});

test("is antisymmetric where 1 − p is exact", () => {
  assertProperty(
    fc.property(fc.integer({ min: 1, max: 2 ** 30 - 1 }), (k) => {
      const p = k / 2 ** 30;
      expect(normalQuantile(1 - p) + normalQuantile(p)).toBe(0);
    }),
  );
});

test("keeps relative precision near the median", () => {
  const x = normalQuantile(0.5 + 2 ** -40);
  expect(Math.abs(x / (2 ** -40 * Math.sqrt(2 * Math.PI)) - 1)).toBeLessThan(1e-15);
});

test("refuses what is not a probability inside (0, 1)", () => {
  for (const p of [0, 1, -0.1, 1.1, Number.NaN]) {
    expect(() => normalQuantile(p)).toThrow(RangeError);
    expect(() => normalQuantile(p)).toThrow("p must be in (0, 1)");
  }
});
