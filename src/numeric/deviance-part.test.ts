import fc from "fast-check";
import { expect, test } from "vitest";
import { assertProperty } from "../../test/fixture/property.js";
import { deviancePart } from "./deviance-part.js";

test("is k·log(k/m) + m − k, and about (k − m)²/2k where that formula cancels", () => {
  assertProperty(
    fc.property(
      fc.double({ min: 0.01, max: 1e6, noNaN: true }),
      fc.double({ min: 0.1, max: 10, noNaN: true }),
      (k, ratio) => {
        const m = k * ratio;
        const direct = k * Math.log(k / m) + m - k;
        expect(Math.abs(deviancePart(k, m) - direct)).toBeLessThan(1e-14 * (k + m));
        expect(deviancePart(k, m)).toBeGreaterThanOrEqual(0);
      },
    ),
  );
  expect(deviancePart(2 ** 40, 2 ** 40 + 1) * 2 ** 41).toBeCloseTo(1, 10);
});
