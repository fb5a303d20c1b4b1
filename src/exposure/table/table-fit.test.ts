import { describe, expect, it } from "vitest";
import { createRandom } from "../../random/create-random.js";
import type { Fit } from "../curve.js";
import { drawTrips } from "../drawn-trips.js";
import { fitterOf } from "../index.js";
import type { Transitions } from "../transitions/transitions.js";
import { transitionsOf } from "../transitions/transitions-of.js";

const fitter = fitterOf("table");
function fitted(transitions: Transitions, cutoff?: number): Fit {
  const fit = fitter.fit(transitions, cutoff === undefined ? {} : { cutoff });
  if ("code" in fit) throw new Error(fit.message);
  return fit;
}
const column = (fit: Fit, of: "value" | "se") => fit.estimates.map((estimate) => estimate[of]);
const refused = (transitions: Transitions, cutoff: number) => {
  const fit = fitter.fit(transitions, { cutoff });
  return "code" in fit ? fit : undefined;
};

describe("table", () => {
  it("is the share of trajectories that reach a rank, with binomial errors, where all ended", () => {
    const { depths } = drawTrips(createRandom(3), { model: "log2", parameters: {} }, 500);
    const fit = fitted(transitionsOf(depths));
    for (const { name, value, se } of fit.estimates) {
      const p = depths.filter((depth) => depth >= Number(name.slice(1))).length / depths.length;
      expect(value).toBeCloseTo(p, 12);
      expect(se).toBeCloseTo(Math.sqrt((p * (1 - p)) / depths.length), 12);
    }
  });

  it("gives the published Kaplan–Meier curve (pbm.empirical.kaplanMeier)", () => {
    const ends = [1, 1, 2, 3, 5, 10, 10, 2, 4, 10];
    const censored = ends.map((depth) => depth === 10);
    const fit = fitted(transitionsOf(ends, censored));
    const [p, se] = [column(fit, "value"), column(fit, "se")];
    expect(p.slice(0, 7).map((value) => Number(value).toFixed(10))).toEqual(
      [1, 0.8, 0.6, 0.5, 0.4, 0.3, 0.3].map((value) => value.toFixed(10)),
    );
    expect(p).toHaveLength(10);
    expect(se[1]).toBeCloseTo(0.1264911064067352, 12);
    expect(se[6]).toBeCloseTo(0.14491376746189444, 12);
  });

  it("ends where nobody arrives, so that no p is 0 and none lacks an error", () => {
    const fit = fitted(transitionsOf([1, 2, 2, 3, 3]));
    expect(column(fit, "value")).toEqual([1, 0.8, expect.closeTo(0.4, 12)]);
    expect(fit.curve).toEqual({ model: "table", parameters: { values: column(fit, "value") } });
    expect(fit.freeParameters).toBe(3);
  });

  it("says that a flat or an empty curve has no errors", () => {
    expect(fitted(transitionsOf([3, 3], [true, true])).boundary?.code).toBe("noStops");
    const alone = fitted(transitionsOf([1, 1]));
    expect([alone.boundary?.code, column(alone, "value")]).toEqual(["allStopAtRankOne", [1]]);
  });

  it("takes no notice of what happens at its cut-off, and refuses views beyond", () => {
    const log = transitionsOf([1, 2, 3, 3], [false, false, false, true]);
    expect(fitted(log, 3).curve).toEqual({
      model: "table",
      parameters: { values: [1, 0.75, 0.5] },
      cutoff: 3,
    });
    expect(fitted(log, 3).transitions.atRisk).toEqual([4, 3]);
    expect(refused(log, 2)?.message).toMatch(/^2 trajectories went on beyond rank 2.*at least 3/);
    expect(fitted(log, 9)).toEqual(fitted(log));
  });

  it("predicts by shares that are never 0 or 1", () => {
    const fit = fitted(transitionsOf([1, 2, 2, 2]));
    expect(fitter.predictHazards(fit, 3)).toEqual([1.5 / 5, 3.5 / 4, 0.5]);
  });
});
