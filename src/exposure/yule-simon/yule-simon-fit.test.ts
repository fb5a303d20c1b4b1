import { describe, expect, it } from "vitest";
import { emStep, moments } from "../../../test/fixture/special/yule-simon-references.js";
import type { Fit } from "../curve.js";
import { fitterOf } from "../index.js";
import type { Transitions } from "../transitions/transitions.js";
import { transitionsOf } from "../transitions/transitions-of.js";

const fitter = fitterOf("yuleSimon");
const ended = transitionsOf([1, 1, 2, 3, 5, 8, 1, 2]);
const cut = transitionsOf(
  [1, 1, 2, 3, 5, 10, 10, 2, 4, 10],
  [1, 1, 2, 3, 5, 10, 10, 2, 4, 10].map((depth) => depth === 10),
);

function fitted(transitions: Transitions, cutoff?: number): Fit {
  const fit = fitter.fit(transitions, cutoff === undefined ? {} : { cutoff });
  if ("code" in fit) throw new Error(fit.message);
  return fit;
}
const rhoOf = (fit: Fit) => fit.estimates[0]?.value ?? Number.NaN;

describe("yuleSimon", () => {
  it("gives the published estimates (pbm.yuleSimon.mle, mleCensored)", () => {
    expect(fitted(ended)).toMatchObject({
      estimates: [
        {
          name: "rho",
          value: expect.closeTo(1.1062654551955253, 12),
          se: expect.closeTo(0.5089819694677616, 10),
        },
      ],
      logLikelihood: expect.closeTo(-15.80184214529127, 12),
    });
    expect(fitted(cut).estimates[0]).toMatchObject({
      value: expect.closeTo(0.4596149760538672, 12),
      se: expect.closeTo(0.19599399454562333, 10),
    });
  });

  it("expects as many stops as there are, with the information Σd/ρ² − ΣN/(ρ+j)²", () => {
    for (const log of [ended, cut]) {
      const fit = fitted(log);
      const rho = rhoOf(fit);
      const total = (of: (risk: number, j: number) => number) =>
        log.atRisk.reduce((sum, risk, at) => sum + of(risk, at + 1), 0);
      const stops = log.stops.reduce((sum, count) => sum + count, 0);
      expect(total((risk, j) => (risk * rho) / (rho + j))).toBeCloseTo(stops, 12);
      const information = stops / rho ** 2 - total((risk, j) => risk / (rho + j) ** 2);
      expect(fit.estimates[0]?.se).toBeCloseTo(1 / Math.sqrt(information), 10);
    }
  });

  it("is where expectation–maximisation stands still, censored or not", () => {
    for (const log of [ended, cut]) {
      expect(emStep(log, rhoOf(fitted(log)))).toBeCloseTo(rhoOf(fitted(log)), 12);
    }
  });

  it("demands a cut-off for rho ≤ 1, and takes it", () => {
    expect(fitted(cut).fault?.message).toMatch(/needs a cutoff/);
    expect(fitted(cut, 10).fault).toBeUndefined();
    expect(fitted(cut, 10).curve.cutoff).toBe(10);
    expect(rhoOf(fitted(cut, 10))).toBe(rhoOf(fitted(cut)));
    expect(fitted(ended).fault).toBeUndefined();
  });

  it("reports both ends of its range", () => {
    expect(fitter.fit(transitionsOf([3, 2], [true, true]))).toMatchObject({ code: "noStops" });
    expect(fitter.fit(transitionsOf([1, 1]))).toMatchObject({ code: "allStopAtRankOne" });
  });

  it("is found where one of a million stops, and where one goes on", () => {
    const rare = fitted({ atRisk: [1e6], stops: [1], trajectories: 1e6 });
    expect(rhoOf(rare) * 999_999).toBeCloseTo(1, 6);
    const often = fitted({ atRisk: [1e6, 1], stops: [999_999, 0], trajectories: 1e6 });
    expect(rhoOf(often)).toBeGreaterThan(1e5);
  });
});

describe("moments", () => {
  it("are the published ones where all trajectories ended", () => {
    expect(moments(ended)).toEqual({
      mean: expect.closeTo(1.5333333333333334, 12),
      firstRank: expect.closeTo(0.6, 12),
    });
  });

  it("know no mean depth of censored trajectories, and no depth at all of single views", () => {
    expect(moments(cut).mean).toBeUndefined();
    expect(moments(transitionsOf([1, 1]))).toEqual({ mean: undefined, firstRank: undefined });
  });
});
