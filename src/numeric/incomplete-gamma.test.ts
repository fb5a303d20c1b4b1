import fc from "fast-check";
import { expect, test } from "vitest";
import { assertProperty } from "../../test/fixture/property.js";
import { chiSquaredUpperTail } from "./chi-squared.js";
import { regularizedGammaP, regularizedGammaQ } from "./incomplete-gamma.js";
import { logGamma } from "./log-gamma.js";
import { normalCdf } from "./normal-cdf.js";

const shape = fc.double({ min: -1.5, max: 4, noNaN: true }).map((exponent) => 10 ** exponent);

test("the shares below and above add to one", () => {
  assertProperty(
    fc.property(shape, fc.double({ min: 0.01, max: 4, noNaN: true }), (a, ratio) => {
      const x = a * ratio;
      expect(regularizedGammaP(a, x) + regularizedGammaQ(a, x)).toBeCloseTo(1, 14);
    }),
  );
});

test("is exponential for shape one, to the far tail", () => {
  assertProperty(
    fc.property(fc.double({ min: 1e-6, max: 700, noNaN: true }), (x) => {
      expect(Math.abs(regularizedGammaQ(1, x) / Math.exp(-x) - 1)).toBeLessThan(1e-12);
      expect(Math.abs(regularizedGammaP(1, x) / -Math.expm1(-x) - 1)).toBeLessThan(1e-13);
    }),
  );
});

test("satisfies P(a, x) − P(a + 1, x) = x^a·e^(−x)/Γ(a + 1)", () => {
  assertProperty(
    fc.property(shape, fc.double({ min: 0.1, max: 3, noNaN: true }), (a, ratio) => {
      const x = a * ratio;
      const step = Math.exp(a * Math.log(x) - x - logGamma(a + 1));
      const difference = regularizedGammaP(a, x) - regularizedGammaP(a + 1, x);
      expect(Math.abs(difference - step)).toBeLessThan(1e-10 * step + 1e-14);
    }),
  );
});

test("chi-squared agrees with published values and with the squared normal", () => {
  expect(chiSquaredUpperTail(3.2, 1)).toBeCloseTo(0.07363827012030258, 14);
  expect(chiSquaredUpperTail(10, 4)).toBeCloseTo(0.04042768199451279, 14);
  assertProperty(
    fc.property(fc.double({ min: 0.01, max: 37, noNaN: true }), (z) => {
      const twoSided = 2 * normalCdf(-z);
      expect(Math.abs(chiSquaredUpperTail(z * z, 1) / twoSided - 1)).toBeLessThan(1e-11);
    }),
  );
});

test("ends at 0 and infinity, and refuses arguments outside the domain", () => {
  expect([0, Number.POSITIVE_INFINITY].map((x) => chiSquaredUpperTail(x, 3))).toEqual([1, 0]);
  expect([0, Number.POSITIVE_INFINITY].map((x) => regularizedGammaP(2, x))).toEqual([0, 1]);
  expect(() => chiSquaredUpperTail(-1, 3)).toThrow("chiSquaredUpperTail: x must be in [0, ∞]");
  expect(() => chiSquaredUpperTail(1, 0)).toThrow("chiSquaredUpperTail: df must be in (0, ∞)");
  expect(() => regularizedGammaP(0, 1)).toThrow("regularizedGammaP: a must be in (0, ∞)");
  expect(() => regularizedGammaQ(1, Number.NaN)).toThrow("regularizedGammaQ: x must be in [0, ∞]");
});
