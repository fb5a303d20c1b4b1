import fc from "fast-check";
import { expect, test } from "vitest";
import { assertProperty } from "../../test/fixture/property.js";
import {
  addAt,
  addDouble,
  addDoubleDouble,
  addProductAt,
  type DoubleDouble,
  divideDouble,
  fromDouble,
  multiplyDouble,
  subtractDoubleDouble,
  toDouble,
  twoProduct,
  twoSum,
} from "./double-double.js";

const integer = fc.maxSafeInteger();
const exact = (x: DoubleDouble): bigint => BigInt(x.hi) + BigInt(x.lo);

test("twoSum and twoProduct lose nothing", () => {
  assertProperty(
    fc.property(integer, integer, (a, b) => {
      expect(exact(twoSum(a, b))).toBe(BigInt(a) + BigInt(b));
      expect(exact(twoProduct(a, b))).toBe(BigInt(a) * BigInt(b));
    }),
  );
});

test("pairs add, subtract and scale exactly within 2^104", () => {
  assertProperty(
    fc.property(integer, integer, fc.integer(), (a, b, c) => {
      const x = twoProduct(a, 1024);
      const y = addDouble(x, b);
      expect(exact(y)).toBe(BigInt(a) * 1024n + BigInt(b));
      expect(exact(addDoubleDouble(y, x))).toBe(BigInt(a) * 2048n + BigInt(b));
      expect(exact(subtractDoubleDouble(y, x))).toBe(BigInt(b));
      expect(exact(multiplyDouble(y, c))).toBe(exact(y) * BigInt(c));
    }),
  );
});

test("pairs add in place with the bits of addDoubleDouble", () => {
  const pair = fc.tuple(fc.double({ noNaN: true, min: -1e200, max: 1e200 }), integer);
  assertProperty(
    fc.property(pair, pair, ([a, b], [c, d]) => {
      const [x, y] = [twoSum(a, b / 3), twoSum(c, d / 7)];
      const [hi, lo] = [Float64Array.of(9, x.hi), Float64Array.of(9, x.lo)];
      addAt(hi, lo, 1, y.hi, y.lo);
      const sum = addDoubleDouble(x, y);
      expect([...hi, ...lo]).toEqual([9, sum.hi, 9, sum.lo]);
    }),
  );
});

test("products are added in place with the bits of multiplyDouble and addDoubleDouble", () => {
  const pair = fc.tuple(fc.double({ noNaN: true, min: -1e150, max: 1e150 }), integer);
  assertProperty(
    fc.property(pair, pair, fc.integer(), ([a, b], [c, d], times) => {
      const [x, y] = [twoSum(a, b / 3), twoSum(c, d / 7)];
      const [hi, lo] = [Float64Array.of(9, x.hi), Float64Array.of(9, x.lo)];
      addProductAt(hi, lo, 1, y, times);
      const sum = addDoubleDouble(x, multiplyDouble(y, times));
      expect([...hi, ...lo]).toEqual([9, sum.hi, 9, sum.lo]);
    }),
  );
});

test("division is undone by multiplication to 1e-30", () => {
  assertProperty(
    fc.property(integer, fc.integer({ min: 1, max: 1_000_000_000 }), (a, n) => {
      const back = subtractDoubleDouble(
        multiplyDouble(divideDouble(fromDouble(a), n), n),
        fromDouble(a),
      );
      expect(Math.abs(toDouble(back))).toBeLessThanOrEqual(1e-30 * Math.abs(a));
    }),
  );
});

test("centring sums of 1e9 + {0, 1} keeps every digit of the deviation", () => {
  const ones = Array.from({ length: 1000 }, (_, i) => (i * 7919) % 3 === 0);
  const total = ones.reduce((sum, one) => addDouble(sum, 1e9 + Number(one)), fromDouble(0));
  const mean = divideDouble(total, ones.length);
  const share = ones.filter(Boolean).length / ones.length;
  const bucket = ones
    .slice(0, 100)
    .reduce((sum, one) => addDouble(sum, 1e9 + Number(one)), fromDouble(0));
  const deviation = toDouble(subtractDoubleDouble(bucket, multiplyDouble(mean, 100)));
  expect(deviation).toBeCloseTo(ones.slice(0, 100).filter(Boolean).length - 100 * share, 13);
});
