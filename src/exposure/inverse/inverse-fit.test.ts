import { describe, expect, it } from "vitest";
import { fitterOf } from "../index.js";
import { transitionsOf } from "../transitions/transitions-of.js";

const fitter = fitterOf("inverse");
describe("inverse", () => {
  it("is −log2 of the share that goes on, where only rank 1 tells", () => {
    const fit = fitter.fit({ atRisk: [400], stops: [300], trajectories: 400 });
    // 1 − h = 2^(−η), and SE(η) = SE(share)/(share·log 2) by the delta method.
    expect(fit).toMatchObject({
      estimates: [
        {
          name: "eta",
          value: expect.closeTo(2, 12),
          se: expect.closeTo(Math.sqrt((0.25 * 0.75) / 400) / (0.25 * Math.LN2), 10),
        },
      ],
    });
  });

  it("solves Σ d·h'/h = Σ (N − d)·h'/(1 − h)", () => {
    const { atRisk, stops } = transitionsOf([1, 1, 2, 3, 5, 8, 1, 2]);
    const fit = fitter.fit({ atRisk, stops, trajectories: 8 });
    const eta = "code" in fit ? Number.NaN : (fit.estimates[0]?.value ?? Number.NaN);
    const sum = atRisk.reduce((total, risk, at) => {
      const [j, d] = [at + 1, stops[at] ?? 0];
      const onward = (j / (j + 1)) ** eta;
      const slope = -onward * Math.log(j / (j + 1));
      return total + (d * slope) / (1 - onward) - ((risk - d) * slope) / onward;
    }, 0);
    expect(sum).toBeCloseTo(0, 12);
  });

  it("is flat, without an error, where nobody stops", () => {
    expect(fitter.fit(transitionsOf([3, 2], [true, true]))).toMatchObject({
      curve: { model: "inverse", parameters: { eta: 0 } },
      boundary: { code: "noStops" },
      estimates: [{ name: "eta", value: 0, se: { code: "noStops" } }],
      logLikelihood: 0,
    });
  });
});
