import { describe, expect, it } from "vitest";
import { jackknife, withVariance } from "./jackknife.js";

const values = [3, 1, 4, 1, 5, 9, 2, 6];
const meanOf = (list: readonly number[]): number => list.reduce((a, b) => a + b, 0) / list.length;
const ofMean = (list: readonly number[]) => (without: number | undefined) =>
  meanOf(list.filter((_, at) => at !== without));

describe("jackknife", () => {
  it("has an error of at least what counts give, where all parts agree", () => {
    const alike = jackknife(32, () => 3);
    expect(alike).toMatchObject({ se: 0, t: Infinity, p: 0 });
    expect(withVariance(alike, 4)).toMatchObject({ value: 3, se: 2, t: 1.5, df: 31 });
    expect(withVariance(alike, Infinity)).toMatchObject({ t: 0, p: 1 });
    const wide = jackknife(values.length, ofMean(values));
    expect(withVariance(wide, wide.se ** 2 / 2)).toBe(wide);
  });

  it("gives the standard error of a mean: s/√n, against t with n − 1 degrees of freedom", () => {
    const mean = meanOf(values);
    const variance = values.reduce((sum, x) => sum + (x - mean) ** 2, 0) / (values.length - 1);
    const { value, se, t, df, p } = jackknife(values.length, ofMean(values));
    expect(value).toBe(mean);
    expect(se).toBeCloseTo(Math.sqrt(variance / values.length), 12);
    expect([t, df]).toEqual([value / se, 7]);
    // Student's t of 3.995 at 7 degrees of freedom lies between the tables' .01 (3.499) and .005 (4.029).
    expect(p).toBeLessThan(0.01);
    expect(p).toBeGreaterThan(0.005);
  });

  it("finds no sign in what is 0 in every group, and every sign in what is the same in all", () => {
    expect(jackknife(4, () => 0)).toEqual({ value: 0, se: 0, t: 0, df: 3, p: 1 });
    expect(jackknife(4, () => -2)).toMatchObject({ se: 0, t: Number.NEGATIVE_INFINITY, p: 0 });
  });

  it("tells nothing where the statistic is not a number without a group, or at all", () => {
    const needsFirst = (without: number | undefined): number => (without === 0 ? Number.NaN : 3);
    expect(jackknife(3, needsFirst)).toEqual({ value: 3, se: 0, t: 0, df: 0, p: 1 });
    expect(jackknife(3, () => Number.NaN)).toEqual({ value: 0, se: 0, t: 0, df: 0, p: 1 });
  });

  it("tests nothing with one group", () => {
    expect(jackknife(1, ofMean([3]))).toMatchObject({ value: 3, t: 0, df: 0, p: 1 });
  });
});
