import { describe, expect, it } from "vitest";
import { fitterOf } from "../index.js";
import { transitionsOf } from "../transitions/transitions-of.js";

const fitter = fitterOf("geometric");
const fitted = (...args: Parameters<typeof transitionsOf>) => fitter.fit(transitionsOf(...args));

describe("geometric", () => {
  it("gives the published share (pbm.geometric.mleCensored)", () => {
    const depths = [1, 1, 2, 3, 5, 10, 10, 2, 4, 10];
    expect(
      fitted(
        depths,
        depths.map((depth) => depth === 10),
      ),
    ).toMatchObject({
      estimates: [{ name: "gamma", value: 38 / 45, se: expect.closeTo(0.05402839267795694, 11) }],
      logLikelihood: expect.closeTo(-19.450166926674537, 11),
    });
  });

  it("has the binomial error, near 0 and near 1 too", () => {
    for (const [onward, stops] of [
      [999_990, 10],
      [10, 999_990],
      [300, 100],
    ] as const) {
      const fit = fitter.fit({ atRisk: [onward + stops], stops: [stops], trajectories: 1e6 });
      const share = onward / (onward + stops);
      const se = Math.sqrt((share * (1 - share)) / (onward + stops));
      const [found] = "code" in fit ? [] : fit.estimates;
      expect(Number(found?.se) / se).toBeCloseTo(1, 6);
    }
  });

  it("has no parameter for a log without stops, or with nothing else", () => {
    expect(fitted([3, 2], [true, true])).toMatchObject({ code: "noStops" });
    expect(fitted([1, 1])).toMatchObject({ code: "allStopAtRankOne" });
  });

  it("refuses a log whose tail its curve cannot reach", () => {
    const atRisk = Array.from({ length: 1200 }, (_, at) => (at === 0 ? 1e6 : 1));
    const stops = atRisk.map((_, at) => (at === 0 ? 999_999 : 0));
    expect(fitter.fit({ atRisk, stops, trajectories: 1e6 })).toMatchObject({
      code: "curveUnderflows",
      message: expect.stringContaining("rank 1200"),
    });
  });
});
