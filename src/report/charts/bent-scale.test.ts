import fc from "fast-check";
import { expect, it } from "vitest";
import { assertProperty } from "../../../test/fixture/property.js";
import { scaleOfAll } from "./bent-scale.js";

const across = [0, 100] as const;

it("is linear where no interval reaches much further than the others", () => {
  const scale = scaleOfAll(
    [
      [-2, 6],
      [1, 8],
    ],
    across,
  );
  expect(scale.bend).toBeNull();
  expect([-2, 3, 8].map(scale.at)).toEqual([0, 50, 100]);
});

it("keeps near intervals wide beside one that reaches far, and marks zero and round numbers", () => {
  const near = [5, 6, 7].map((value) => [value - 0.7, value + 0.7] as const);
  const scale = scaleOfAll([...near, [-97, 9]], across);
  expect(scale.bend).toBeCloseTo(6.7, 9);
  expect(scale.at(-97)).toBe(0);
  expect(scale.at(6.7) - scale.at(5.3)).toBeGreaterThan(2 * (1.4 / 106) * 100);
  expect(scale.ticks).toContain(0);
  expect(scale.ticks).toEqual(scale.ticks.toSorted((a, b) => a - b));
});

it("leaves nothing out, and keeps the order of values", () => {
  const ends = fc.tuple(
    fc.double({ min: -1e12, max: 1e12, noNaN: true }),
    fc.double({ min: 0, max: 1e12, noNaN: true }),
  );
  assertProperty(
    fc.property(fc.array(ends, { minLength: 1, maxLength: 8 }), (pairs) => {
      const intervals = pairs.map(([low, width]) => [low, low + width] as const);
      const { at } = scaleOfAll(intervals, across);
      for (const [low, high] of intervals) {
        expect(at(low)).toBeGreaterThanOrEqual(0);
        expect(at(high)).toBeLessThanOrEqual(100);
        expect(at(low)).toBeLessThanOrEqual(at(high));
      }
    }),
  );
});

it("has a place for zero where there is nothing", () => {
  expect(scaleOfAll([], across).at(0)).toBe(50);
  expect(scaleOfAll([[Number.NaN, 1]], across).ticks).toContain(0);
  expect(scaleOfAll([[-5e-324, 1e-323]], across).ticks).toContain(0);
});
