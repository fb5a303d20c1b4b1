import { expect, it } from "vitest";
import { intervalBy } from "../interval.js";
import { skewness } from "./skewness.js";

/** Influences of 99 users of −1 and one of 99, in units that make SE 1. */
const influence = Float64Array.from(
  { length: 100 },
  (_, i) => (i === 0 ? 99 : -1) / Math.sqrt(9900),
);
const of = { value: 0, se: 1, degreesOfFreedom: Infinity, influence };

it("is t where users are symmetric", () => {
  const even = Float64Array.from({ length: 100 }, (_, i) => (i % 2 === 0 ? 0.1 : -0.1));
  const [below, above] = skewness.margins({ ...of, influence: even }, 0.95);
  expect(below).toBeCloseTo(1.959963984540054, 9);
  expect(above).toBeCloseTo(1.959963984540054, 9);
});

it("is T = 3/s·(∛(1 + s(z − s/6)) − 1) with s = Σψ³/(Σψ²)^1.5, lower end first", () => {
  const s = (99 ** 3 - 99) / 9900 ** 1.5;
  const inverse = (z: number): number => (3 / s) * (Math.cbrt(1 + s * (z - s / 6)) - 1);
  const [lo, hi] = intervalBy(skewness, of, 0.95);
  expect(lo).toBeCloseTo(-inverse(1.959963984540054), 9);
  expect(hi).toBeCloseTo(-inverse(-1.959963984540054), 9);
  // A long upper tail that was seen: the truth lies above more easily than below.
  expect(hi).toBeGreaterThan(-lo);
});

it("is t of a number that is known by its error alone", () => {
  const { influence: _, ...alone } = of;
  expect(skewness.margins(alone, 0.95)[0]).toBeCloseTo(1.959963984540054, 12);
});
