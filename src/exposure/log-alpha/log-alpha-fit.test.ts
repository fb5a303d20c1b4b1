import { describe, expect, it } from "vitest";
import { fitterOf } from "../index.js";
import { transitionsOf } from "../transitions/transitions-of.js";

const fitter = fitterOf("logAlpha");
describe("logAlpha", () => {
  it("meets the share that goes on, where only rank 1 tells", () => {
    // 1/ln(e + α) = 1/4, and α = e⁴ − e.
    const fit = fitter.fit({ atRisk: [400], stops: [300], trajectories: 400 });
    const expected = Math.exp(4) - Math.E;
    const [alpha] = "code" in fit ? [] : fit.estimates;
    expect((alpha?.value ?? 0) / expected).toBeCloseTo(1, 12);
    // dα/dshare = −e^(1/share)/share².
    const se = Math.sqrt((0.25 * 0.75) / 400) * (Math.exp(4) / 0.25 ** 2);
    expect(Number(alpha?.se) / se).toBeCloseTo(1, 9);
  });

  it("says where no alpha in the range of the search describes the log", () => {
    const fit = fitter.fit({ atRisk: [1e6, 1], stops: [999_999, 0], trajectories: 1e6 });
    expect(fit).toMatchObject({ code: "noMaximum" });
  });

  it("is flat, without an error, where nobody stops", () => {
    expect(fitter.fit(transitionsOf([3, 2], [true, true]))).toMatchObject({
      curve: { parameters: { alpha: 0 } },
      boundary: { code: "noStops" },
    });
  });
});
