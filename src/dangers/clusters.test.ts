import { describe, expect, it } from "vitest";
import { clusterVariance, welchDf } from "./clusters.js";

describe("clusterVariance", () => {
  it.each([2, 3, 10, 40])("of %d equal clusters is CR1 with G − 1 degrees of freedom", (groups) => {
    const raw = Array.from({ length: groups }, (_, at) => Math.sin(7 * at + 1));
    const mean = raw.reduce((a, b) => a + b, 0) / groups;
    const sums = raw.map((value) => value - mean);
    const squares = sums.reduce((total, value) => total + value ** 2, 0);
    const n = 5 * groups;
    for (const within of [0, 0.01, 10]) {
      const found = clusterVariance({ sizes: sums.map(() => 5), sums }, within);
      expect(found.variance).toBeCloseTo(((groups / (groups - 1)) * squares) / n ** 2, 12);
      expect(found.df).toBeCloseTo(groups - 1, 9);
    }
  });

  it("has few degrees of freedom where one cluster holds most of the sessions", () => {
    const sizes = [1, 1, 1, 1, 1, 1, 1, 1, 1, 20];
    const sums = [1, -1, 1, -1, 1, -1, 1, -1, 5, -5];
    expect(clusterVariance({ sizes, sums }, 0).df).toBeLessThan(2);
  });
});

describe("welchDf", () => {
  it("is that of one part alone, and adds up for equal parts", () => {
    expect(welchDf([{ variance: 3, df: 7 }])).toBeCloseTo(7, 12);
    const part = { variance: 3, df: 7 };
    expect(welchDf([part, part])).toBeCloseTo(14, 12);
  });
});
