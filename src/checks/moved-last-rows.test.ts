import { describe, expect, it } from "vitest";
import { poissonUpperLimit, ranksAmongViewed } from "./moved-last-rows.js";

describe("poissonUpperLimit", () => {
  // ½χ² quantiles: the exact 95 % limits of Garwood (1936) as tabulated.
  it.each([
    [0, 3.689],
    [1, 5.572],
    [2, 7.225],
    [5, 11.668],
    [10, 18.39],
    [100, 121.63],
  ])("of %d events at 97.5 %%: %d", (observed, limit) => {
    expect(poissonUpperLimit(observed, 0.975)).toBeCloseTo(limit, 2);
  });

  it("of 0 events is −ln(1 − level)", () => {
    for (const level of [0.5, 0.9, 0.975]) {
      expect(poissonUpperLimit(0, level)).toBeCloseTo(-Math.log(1 - level), 12);
    }
  });
});

describe("ranksAmongViewed", () => {
  const rows = (stops: number, downAmongStops: number) => ({
    stops: [stops, 0],
    goOn: [100, 0],
    downAmongGoOn: [50, 0],
    downAmongStops,
  });

  it("needs 20 expected rows, and a limit below a quarter of them", () => {
    expect(ranksAmongViewed(rows(38, 0))).toMatchObject({ expected: 19, fires: false });
    expect(ranksAmongViewed(rows(40, 0))).toMatchObject({ expected: 20, fires: true });
    expect(ranksAmongViewed(rows(40, 1)).fires).toBe(false);
  });
});
