import fc from "fast-check";
import { expect, test } from "vitest";
import { lambertWMinus1 } from "./lambert-w.js";

test("agrees with published values", () => {
  expect(lambertWMinus1(-0.0009196986029286061)).toBeCloseTo(-9.211968062068253, 13);
  expect(lambertWMinus1(-0.1)).toBeCloseTo(-3.577152063957297, 14);
  expect(lambertWMinus1(-0.3678)).toBeCloseTo(-1.0209272394094255, 13);
  expect(lambertWMinus1(-Math.exp(-1))).toBe(-1);
});

test("undoes w·e^w below −1", () => {
  fc.assert(
    fc.property(fc.double({ min: -700, max: -1.01, noNaN: true }), (w) => {
      const got = lambertWMinus1(w * Math.exp(w));
      expect(Math.abs(got / w - 1)).toBeLessThan(1e-15 * (3 + 1 / (-1 - w)));
    }),
  );
});

test("stays on its branch right up to the branch point", () => {
  for (let k = 0; k <= 40; k++) {
    const w = lambertWMinus1(-Math.exp(-1) + 2 ** -(12 + k));
    expect(w).toBeLessThanOrEqual(-1);
    expect(Math.abs(w + 1) / Math.sqrt(2 * Math.E * 2 ** -(12 + k))).toBeCloseTo(1, 1);
  }
});

test("refuses arguments outside the domain", () => {
  for (const x of [0, 0.1, -0.4, Number.NaN]) {
    expect(() => lambertWMinus1(x)).toThrow(RangeError);
    expect(() => lambertWMinus1(x)).toThrow(`x must be in [-1/e, 0), but was ${x}.`);
  }
});
