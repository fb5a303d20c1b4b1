import fc from "fast-check";
import { expect, it } from "vitest";
import { assertProperty } from "../../../test/fixture/property.js";
import { linearScale, rangeAround } from "./scale.js";

it("marks one to four round numbers inside the range", () => {
  const ends = fc.tuple(
    fc.double({ min: -1e6, max: 1e6, noNaN: true }),
    fc.double({ min: 1e-6, max: 1e6, noNaN: true }),
  );
  assertProperty(
    fc.property(ends, ([low, width]) => {
      fc.pre(low + width > low && width > 1e-9 * Math.abs(low));
      const { ticks } = linearScale([low, low + width], [0, 100]);
      expect(ticks.length).toBeGreaterThanOrEqual(1);
      expect(ticks.length).toBeLessThanOrEqual(4);
    }),
  );
});

it("marks more than zero where the range reaches further than one round number", () => {
  expect(linearScale([-9.5, 6.5], [0, 100]).ticks).toEqual([-5, 0, 5]);
  expect(linearScale([0, 0.035], [0, 100]).ticks).toEqual([0, 0.01, 0.02, 0.03]);
});

it("maps the ends to the ends", () => {
  const scale = linearScale([-1, 3], [10, 250]);
  expect([scale.at(-1), scale.at(1), scale.at(3)]).toEqual([10, 130, 250]);
  expect(linearScale([2, 2], [0, 10]).at(2)).toBe(5);
});

it("leaves no interval out, however far it reaches", () => {
  const [low, high] = rangeAround(0, [
    [0.01, 0.03],
    [-0.01, 0.02],
    [-40, 60],
    [Number.NaN, 1e9],
  ]);
  expect(low).toBeLessThan(-40);
  expect(high).toBeGreaterThan(60);
  expect(high).toBeLessThan(100);
  expect(rangeAround(3, [])).toEqual([3, 3]);
});
