import fc from "fast-check";
import { expect, test } from "vitest";
import { assertProperty } from "../../test/fixture/property.js";
import { neumaierSum } from "./neumaier-sum.js";

test("keeps what plain addition drops", () => {
  expect(neumaierSum([1, 1e100, 1, -1e100])).toBe(2);
  expect(neumaierSum(new Array<number>(10).fill(0.1))).toBe(1);
  expect(neumaierSum([])).toBe(0);
});

test("is exact for integers, in any order", () => {
  assertProperty(
    fc.property(fc.array(fc.integer({ min: -(2 ** 31), max: 2 ** 31 })), (values) => {
      const exact = Number(values.reduce((sum, value) => sum + BigInt(value), 0n));
      expect(neumaierSum(values)).toBe(exact + 0);
      expect(neumaierSum(values.toReversed())).toBe(exact + 0);
    }),
  );
});

test("a sum and its negative cancel to what was added between", () => {
  assertProperty(
    fc.property(fc.double({ min: -1e15, max: 1e15, noNaN: true }), fc.integer(), (big, small) => {
      expect(neumaierSum([big * 1e10, small, -big * 1e10])).toBe(small + 0);
    }),
  );
});

test("gives infinities and NaN as plain addition does", () => {
  expect(neumaierSum([1, Number.POSITIVE_INFINITY])).toBe(Number.POSITIVE_INFINITY);
  expect(neumaierSum([1, Number.NaN])).toBeNaN();
});
