import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { assertProperty } from "../../test/fixture/property.js";
import { normalCdf, normalDensity } from "./normal-cdf.js";

const relativeError = (got: number, expected: number): number => Math.abs(got / expected - 1);

describe("normalCdf", () => {
  test("agrees with 25-digit values from the far lower tail to the upper", () => {
    const known: [number, number][] = [
      [-37.5, 4.605353009e-308],
      [-1.5, 0.06680720126885807],
      [0, 0.5],
      [2.2, 0.9860965524865014],
      [1.959963984540054, 0.975],
    ];
    for (const [x, expected] of known) {
      expect(relativeError(normalCdf(x), expected)).toBeLessThan(x < -30 ? 1e-9 : 1e-14);
    }
  });

  test("adds to one with its mirror image", () => {
    assertProperty(
      fc.property(fc.double({ min: -40, max: 40, noNaN: true }), (x) => {
        expect(Math.abs(normalCdf(x) + normalCdf(-x) - 1)).toBeLessThan(4e-16);
      }),
    );
  });

  test("never decreases, also where the series hands over to the fraction", () => {
    for (let x = -1.26; x < -1.24; x += 1e-5) {
      expect(normalCdf(x + 1e-5)).toBeGreaterThan(normalCdf(x));
    }
  });

  test("has the density as its derivative", () => {
    assertProperty(
      fc.property(fc.double({ min: -30, max: 5, noNaN: true }), (x) => {
        const step = 1e-5 / (1 + Math.abs(x));
        const slope = (normalCdf(x + step) - normalCdf(x - step)) / (2 * step);
        expect(Math.abs(slope - normalDensity(x))).toBeLessThan(1e-8 * normalDensity(x) + 1e-10);
      }),
    );
  });

  test("ends at 0 and 1, far out as at the infinities, and refuses NaN", () => {
    expect([-1e200, -1e20, 1e20, 1e200].map(normalCdf)).toEqual([0, 0, 1, 1]);
    expect([Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY].map(normalCdf)).toEqual([0, 1]);
    expect(() => normalCdf(Number.NaN)).toThrow(RangeError);
    expect(() => normalCdf(Number.NaN)).toThrow("normalCdf: x must be in [-∞, ∞], but was NaN.");
  });
});
