import { describe, expect, it } from "vitest";
import { fittedFeed, refusedFeed } from "../../../test/fixture/fixture-fit.js";
import { curvesByRank, parameterInterval } from "./curve-by-rank.js";

const rho = { model: "yuleSimon", parameters: { rho: 1 } };

describe("the interval of a parameter", () => {
  it("is the normal one where the number of clusters is not known", () => {
    const [lo, hi] = parameterInterval(1, 0.1, rho, undefined, 0.95);
    expect(lo).toBeCloseTo(1 - 0.1959964, 6);
    expect(hi).toBeCloseTo(1 + 0.1959964, 6);
  });

  it("widens with the confidence and with fewer clusters", () => {
    const width = (clusters: number, confidence: number): number => {
      const [lo, hi] = parameterInterval(1, 0.1, rho, clusters, confidence);
      return hi - lo;
    };
    expect(width(40, 0.99)).toBeGreaterThan(width(40, 0.9));
    expect(width(5, 0.95)).toBeGreaterThan(width(40, 0.95));
  });

  it("does not reach beyond the parameter's bounds", () => {
    expect(parameterInterval(1, 5, rho, 40, 0.95)[0]).toBe(0);
    const table = { model: "table", parameters: { values: [1, 0.9] } };
    expect(parameterInterval(0.9, 0.2, table, 40, 0.95)[1]).toBe(1);
  });
});

describe("curves by rank", () => {
  const feed = fittedFeed();

  it("give every model with a parameter at every measured rank", () => {
    expect(feed.curves.map(({ model }) => model)).toEqual([
      "geometric",
      "yuleSimon",
      "inverse",
      "logAlpha",
    ]);
    for (const { p, hazard, interval } of feed.curves) {
      expect(p).toHaveLength(feed.empirical.length);
      expect(hazard[0]).toBeCloseTo(1 - (p[1] ?? 0), 12);
      expect(interval).not.toBeNull();
    }
  });

  it("give no interval of a table, and no curve where none is kept", () => {
    const spliced = fittedFeed(null, { model: "table", tail: "geometric" });
    expect(spliced.keptCurve?.model).toBe("table");
    expect(spliced.keptCurve?.interval).toBeNull();
    expect(refusedFeed().keptCurve).toBeNull();
  });

  it("end the hazard before the cut-off, where it is 1 by definition", () => {
    const { keptCurve } = fittedFeed(null, { model: "yuleSimon", cutoff: 12 });
    expect(keptCurve?.hazard).toHaveLength(11);
    expect(Math.max(...(keptCurve?.hazard ?? [1]))).toBeLessThan(0.7);
  });

  it("are those of another confidence when asked", () => {
    const wide = curvesByRank(feed, undefined, 0.999).curves[0]?.interval;
    const usual = feed.curves[0]?.interval;
    expect(wide?.[0]).toBeLessThan(usual?.[0] ?? 0);
  });
});
