import { describe, expect, it } from "vitest";
import { StudyError } from "../../errors.js";
import type { Fit } from "../../exposure/curve.js";
import { drawTrips, truths } from "../../exposure/drawn-trips.js";
import { fittableCurves, fitterOf } from "../../exposure/index.js";
import type { Transitions } from "../../exposure/transitions/transitions.js";
import { transitionsOf } from "../../exposure/transitions/transitions-of.js";
import { createRandom } from "../../random/create-random.js";
import { splice } from "../tail/splice.js";
import { clusteredErrors } from "./clustered-errors.js";

const world = { model: "yuleSimon", parameters: { rho: 1.3 } };
const { depths, censored } = drawTrips(createRandom(5), world, 800);
const whole = transitionsOf(depths, censored);
const each = depths.map((depth, i) => transitionsOf([depth], [censored[i] === true]));

function fitted(model: string, transitions: Transitions = whole, cutoff?: number): Fit {
  const fit = fitterOf(model).fit(transitions, cutoff === undefined ? {} : { cutoff });
  if ("code" in fit) throw new Error(fit.message);
  return fit;
}
const errors = (fit: Fit) => fit.estimates.map(({ se }) => Number(se));
const firstError = (fit: Fit) => errors(fit)[0] ?? Number.NaN;

describe("clusteredErrors", () => {
  it("are I⁻²Σs² times G/(G − 1), by the score in closed form", () => {
    const fit = fitted("yuleSimon");
    const rho = fit.estimates[0]?.value ?? Number.NaN;
    const scores = depths.map((depth, i) => {
      const known = censored[i] === true ? depth - 1 : depth;
      const passed = Array.from({ length: known }, (_, at) => 1 / (rho + at + 1));
      return (censored[i] === true ? 0 : 1) / rho - passed.reduce((sum, value) => sum + value, 0);
    });
    const squares = scores.reduce((sum, value) => sum + value ** 2, 0);
    const information = 1 / firstError(fit) ** 2;
    const expected = Math.sqrt((800 / 799) * squares) / information;
    const found = clusteredErrors(fit, each);
    expect(firstError(found) / expected).toBeCloseTo(1, 9);
    expect(found.clusters).toBe(800);
  });

  it("of single trajectories under their own model are near those of transitions", () => {
    for (const curve of fittableCurves) {
      const [truth] = truths(curve);
      if (truth === undefined) throw new Error(curve.name);
      const trips = drawTrips(createRandom(6), truth, 800);
      const fit = fitted(curve.name, transitionsOf(trips.depths, trips.censored));
      const single = trips.depths.map((depth, i) =>
        transitionsOf([depth], [trips.censored[i] === true]),
      );
      for (const [at, se] of errors(clusteredErrors(fit, single)).entries()) {
        const own = errors(fit)[at] ?? Number.NaN;
        expect(Math.abs(se - own)).toBeLessThanOrEqual(0.15 * own);
      }
    }
  });

  it("grow by √2 where every trajectory comes twice, in one cluster", () => {
    const twice = (one: Transitions): Transitions => ({
      atRisk: one.atRisk.map((risk) => 2 * risk),
      stops: one.stops.map((count) => 2 * count),
      trajectories: 2 * one.trajectories,
    });
    for (const curve of fittableCurves) {
      const single = clusteredErrors(fitted(curve.name), each);
      const pairs = clusteredErrors(fitted(curve.name, twice(whole)), each.map(twice));
      expect(errors(pairs)).toEqual(errors(single).map((se) => expect.closeTo(se, 9)));
    }
  });

  it("leave out what happens at the cut-off, as the fit does", () => {
    const fit = fitted("geometric", transitionsOf([1, 2, 3, 3]), 3);
    const clusters = [1, 2, 3, 3].map((depth) => transitionsOf([depth]));
    expect(errors(clusteredErrors(fit, clusters))[0]).toBeGreaterThan(0);
  });

  it("are not to be had from one cluster, nor on a boundary, nor from other clusters", () => {
    expect(clusteredErrors(fitted("table"), [whole]).estimates[0]?.se).toMatchObject({
      code: "oneCluster",
    });
    const flat = fitted("inverse", transitionsOf([2, 3], [true, true]));
    const parts = [transitionsOf([2], [true]), transitionsOf([3], [true])];
    expect(clusteredErrors(flat, parts).estimates[0]?.se).toMatchObject({ code: "noStops" });
    expect(() => clusteredErrors(fitted("table"), each.slice(1))).toThrow(StudyError);
    expect(() => clusteredErrors(fitted("table"), each.slice(1))).toThrow(/must add up to/);
  });

  it("are a reason where all clusters are the same, not the rounding of their influences", () => {
    const clusters = Array.from({ length: 50 }, () => transitionsOf([4]));
    const fit = fitted("geometric", transitionsOf(Array.from({ length: 50 }, () => 4)));
    const [gamma] = clusteredErrors(fit, clusters).estimates;
    expect(gamma).toMatchObject({ value: 0.75, se: { code: "noVariance" } });
    expect(gamma?.plainSe).toBeGreaterThan(0);
  });

  it("of a spliced table are those of a spliced table fitted again without each cluster", () => {
    const users = Array.from({ length: 40 }, (_, user) => {
      const own = depths.map((_depth, i) => i).filter((i) => i % 40 === user);
      return transitionsOf(
        own.map((i) => depths[i] ?? 1),
        own.map((i) => censored[i] === true),
      );
    });
    const spliced = (log: Transitions) =>
      splice(fitted("table", log), fitted("yuleSimon", log), { after: 4, to: 20 });
    const less = (part: Transitions): Transitions => ({
      atRisk: whole.atRisk.map((risk, at) => risk - (part.atRisk[at] ?? 0)),
      stops: whole.stops.map((count, at) => count - (part.stops[at] ?? 0)),
      trajectories: whole.trajectories - part.trajectories,
    });
    const left = users.map((user) => spliced(less(user)).estimates.map(({ value }) => value));
    const found = errors(clusteredErrors(spliced(whole), users));
    for (const rank of [2, 4, 5, 12, 20]) {
      const values = left.map((row) => row[rank - 1] ?? Number.NaN);
      const mean = values.reduce((sum, value) => sum + value, 0) / 40;
      const jackknife = Math.sqrt(
        (39 / 40) * values.reduce((sum, value) => sum + (value - mean) ** 2, 0),
      );
      const ratio = (found[rank - 1] ?? Number.NaN) / jackknife;
      expect(Math.abs(ratio - 1)).toBeLessThan(0.1);
    }
  });
});
