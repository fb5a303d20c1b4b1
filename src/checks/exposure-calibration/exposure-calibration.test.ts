import { describe, expect, it } from "vitest";
import { calibrationTest, poolsOf } from "./view-rates.js";

describe("views by logged exposure", () => {
  it("X² of one bin is the square of its z, and the design effect divides it", () => {
    const bin = { n: 100, expected: 50, observed: 60 };
    expect(calibrationTest([bin])).toMatchObject({ X2: 4, df: 1 });
    expect(calibrationTest([bin]).p).toBeCloseTo(0.0455, 4);
    expect(calibrationTest([bin, bin], 2)).toMatchObject({ X2: 4, df: 2 });
  });

  it("pools neighbours until 50 views are expected, the last ones with those before", () => {
    expect(poolsOf([0, 20, 40, 60, 10])).toEqual([0, 0, 0, 1, 1]);
    expect(poolsOf([60, 49])).toEqual([0, 0]);
    expect(poolsOf([1, 2])).toEqual([0, 0]);
    expect(poolsOf([50, 50, 50])).toEqual([0, 1, 2]);
  });
});
