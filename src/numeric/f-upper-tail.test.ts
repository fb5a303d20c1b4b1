import { describe, expect, it } from "vitest";
import { fUpperTail } from "./f-upper-tail.js";
import { tTwoSidedP } from "./student-t.js";

describe("fUpperTail", () => {
  it.each([
    [2.5, 3, 20, 0.0888437519376893],
    [1, 4, 4, 0.5],
    [0.3, 39, 1209, 0.999992207376786],
    [12, 2, 6, 0.008],
  ])("of %d with %d and %d degrees of freedom", (f, df1, df2, tail) => {
    expect(fUpperTail(f, df1, df2)).toBeCloseTo(tail, 12);
  });

  it("is that of t squared with one degree of freedom", () => {
    for (const [t, df] of [
      [0.2, 3],
      [1, 31],
      [2.5, 5],
      [9, 40],
    ] as const)
      expect(fUpperTail(t * t, 1, df) / tTwoSidedP(t, df)).toBeCloseTo(1, 11);
  });

  it("ends at 0 and 1 and refuses what is outside", () => {
    expect([fUpperTail(0, 2, 3), fUpperTail(Number.POSITIVE_INFINITY, 2, 3)]).toEqual([1, 0]);
    expect(() => fUpperTail(-1, 2, 3)).toThrow(RangeError);
    expect(() => fUpperTail(1, 0, 3)).toThrow(RangeError);
    expect(() => fUpperTail(1, 2, Number.NaN)).toThrow(RangeError);
  });
});
