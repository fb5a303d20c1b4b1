import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { assertProperty } from "../../test/fixture/property.js";
import { regularizedBeta } from "../../test/fixture/special/incomplete-beta.js";
import { normalCdf } from "./normal-cdf.js";
import { normalQuantile } from "./normal-quantile.js";
import { tCdf, tTwoSidedP, tUpperTail } from "./student-t.js";
import { tQuantile } from "./student-t-quantile.js";

const relativeError = (got: number, expected: number): number => Math.abs(got / expected - 1);
const degrees = fc.double({ min: 0, max: 7, noNaN: true }).map((exponent) => 10 ** exponent);

describe("probabilities", () => {
  test("agree with published values and with 25-digit ones in far tails", () => {
    expect(tCdf(1.2, 3)).toBeCloseTo(0.8418689426509474, 14);
    expect(tCdf(2.5, 5)).toBeCloseTo(0.9727549503288119, 14);
    const known: [number, number, number][] = [
      [2.5, 0.5, 0.20048526452664658],
      [0.3, 1e5, 0.3820888895951988],
      [8, 30, 3.1329112378503795e-9],
      [1000, 10, 1.2304123550866355e-26],
      [30, 1e7, 5.0073068454089e-198],
    ];
    for (const [t, df, p] of known) expect(relativeError(tUpperTail(t, df), p)).toBeLessThan(1e-13);
  });

  test("are Cauchy's and the algebraic ones at 1 and 2 degrees of freedom", () => {
    assertProperty(
      fc.property(fc.double({ min: -6, max: 100, noNaN: true }), (exponent) => {
        const t = 10 ** exponent;
        expect(relativeError(tUpperTail(t, 1), Math.atan2(1, t) / Math.PI)).toBeLessThan(1e-13);
        const root = Math.hypot(t, Math.SQRT2);
        expect(relativeError(tUpperTail(t, 2), 1 / root / (root + t))).toBeLessThan(1e-13);
      }),
    );
  });

  test("mirror at 0, and the two-sided p is both tails", () => {
    assertProperty(
      fc.property(fc.double({ min: -50, max: 50, noNaN: true }), degrees, (t, df) => {
        expect(tCdf(t, df)).toBe(tUpperTail(-t, df));
        expect(tCdf(t, df) + tUpperTail(t, df)).toBeCloseTo(1, 15);
        expect(tTwoSidedP(t, df)).toBe(tTwoSidedP(-t, df));
        expect(tTwoSidedP(t, df)).toBe(2 * tCdf(-Math.abs(t), df));
      }),
    );
  });

  test("agree with the incomplete beta function", () => {
    assertProperty(
      fc.property(fc.double({ min: 0.01, max: 20, noNaN: true }), degrees, (t, df) => {
        const below = regularizedBeta(0.5, df / 2, (t * t) / (df + t * t));
        expect(Math.abs(1 - tTwoSidedP(t, df) - below)).toBeLessThan(1e-12);
      }),
    );
  });

  test("become the normal's", () => {
    for (const t of [-30, -3, -0.5, 0, 0.5, 3, 30]) {
      expect(tUpperTail(t, Number.POSITIVE_INFINITY)).toBe(normalCdf(-t));
      expect(relativeError(tUpperTail(t, 1e30), normalCdf(-t))).toBeLessThan(1e-12);
    }
  });

  test("end at the infinities and refuse arguments outside the domain", () => {
    const infinity = Number.POSITIVE_INFINITY;
    expect([tCdf(infinity, 3), tCdf(-infinity, 3), tTwoSidedP(infinity, 3)]).toEqual([1, 0, 0]);
    expect(tTwoSidedP(0, 3)).toBe(1);
    expect(() => tCdf(1, 0)).toThrow("tCdf: df must be in (0, ∞], but was 0.");
    expect(() => tUpperTail(Number.NaN, 3)).toThrow("tUpperTail: t must be in [-∞, ∞]");
    expect(() => tTwoSidedP(1, Number.NaN)).toThrow(RangeError);
  });
});

describe("tQuantile", () => {
  test("agrees with published values and with 20-digit ones", () => {
    const known: [number, number, number][] = [
      [0.975, 3, 3.1824463052837078],
      [0.975, 4, 2.7764451051977934],
      [0.995, 10, 3.16927267261695],
      [0.025, 1e7, -1.9599642217672055],
      [1e-10, 1e7, -6.361347496998616],
      [1e-10, 3, -2225.769284683093],
      [1e-20, 1023, -9.462359345440165],
      [0.1, 5, -1.475884048824481],
    ];
    for (const [p, df, t] of known) expect(relativeError(tQuantile(p, df), t)).toBeLessThan(1e-12);
  });

  test("is undone by tCdf over 300 orders of magnitude", () => {
    assertProperty(
      fc.property(fc.double({ min: -300, max: -0.31, noNaN: true }), degrees, (exponent, df) => {
        const p = 10 ** exponent;
        expect(relativeError(tCdf(tQuantile(p, df), df), p)).toBeLessThan(1e-11);
      }),
    );
  });

  test("undoes tCdf to 1e-12", () => {
    assertProperty(
      fc.property(fc.double({ min: -30, max: -1e-3, noNaN: true }), degrees, (t, df) => {
        expect(relativeError(tQuantile(tCdf(t, df), df), t)).toBeLessThan(1e-12);
      }),
    );
  });

  test("is antisymmetric where 1 − p is exact, and 0 at one half", () => {
    assertProperty(
      fc.property(fc.integer({ min: 1, max: 2 ** 30 - 1 }), degrees, (k, df) => {
        const p = k / 2 ** 30;
        expect(tQuantile(1 - p, df) + tQuantile(p, df)).toBe(0);
      }),
    );
    expect(tQuantile(0.5, 7)).toBe(0);
  });

  test("becomes the normal's, from above", () => {
    for (const p of [0.501, 0.9, 0.975, 1 - 2 ** -40]) {
      expect(tQuantile(p, Number.POSITIVE_INFINITY)).toBe(normalQuantile(p));
      expect(relativeError(tQuantile(p, 1e30), normalQuantile(p))).toBeLessThan(1e-13);
      expect(tQuantile(p, 1e6)).toBeGreaterThan(normalQuantile(p));
    }
  });

  test("refuses arguments outside the domain", () => {
    expect(() => tQuantile(0, 3)).toThrow("tQuantile: p must be in (0, 1), but was 0.");
    expect(() => tQuantile(1, 3)).toThrow(RangeError);
    expect(() => tQuantile(0.9, -1)).toThrow("tQuantile: df must be in (0, ∞], but was -1.");
  });
});
