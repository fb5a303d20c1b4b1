import { describe, expect, it } from "vitest";
import { createRandom } from "../random/index.js";
import type { Fit } from "./fitter.js";
import { fitterOf } from "./fitter-of.js";
import { drawTrips, transitionsOfTrips, truths } from "./laws-world.js";
import { parameterInfluence } from "./parameter-influence.js";
import { transitionsOf } from "./transitions-of.js";

const parametric = ["geometric", "yuleSimon", "inverse", "logAlpha"];
const estimate = (fit: Fit | { readonly code: string }): number =>
  "code" in fit ? Number.NaN : (fit.estimates[0]?.value ?? Number.NaN);

describe("parameterInfluence", () => {
  it("is score by information, for gamma = ½ from 10 transitions of 5 trajectories a quarter", () => {
    const fit = fitterOf("geometric").fit(transitionsOf([1, 1, 2, 3, 3]));
    if ("code" in fit) throw new Error(fit.message);
    const found = parameterInfluence(fit, 4);
    if ("code" in found) throw new Error(found.message);
    for (const value of found.stop) expect(value).toBeCloseTo(-0.25, 10);
    for (const value of found.onward) expect(value).toBeCloseTo(0.25, 10);
    expect([found.stop.length, found.onward.length]).toEqual([4, 4]);
  });

  it.each(parametric)("is what the jackknife says of %s", (model) => {
    const [truth] = truths(model);
    if (truth === undefined) throw new Error(`no truth of ${model}`);
    const trips = drawTrips(createRandom(11), truth, 600);
    const fit = fitterOf(model).fit(transitionsOfTrips(trips));
    if ("code" in fit) throw new Error(fit.message);
    const influence = parameterInfluence(fit);
    if ("code" in influence) throw new Error(influence.message);
    const { depths, censored } = trips;
    const own = depths.map((depth, i) => {
      const onward = influence.onward.slice(0, depth - 1).reduce((sum, each) => sum + each, 0);
      return onward + (censored[i] === true ? 0 : (influence.stop[depth - 1] ?? Number.NaN));
    });
    const n = depths.length;
    expect(own.reduce((sum, each) => sum + each, 0) / n).toBeCloseTo(0, 8);
    const spread = Math.sqrt(own.reduce((sum, each) => sum + each ** 2, 0) / n);
    for (let i = 0; i < 40; i++) {
      const without = transitionsOf(depths.toSpliced(i, 1), censored.toSpliced(i, 1));
      const left = (n - 1) * (estimate(fit) - estimate(fitterOf(model).fit(without)));
      expect(Math.abs(left - (own[i] ?? Number.NaN))).toBeLessThan(0.03 * spread);
    }
    // The model is true here, so that the sandwich and the information agree but for chance.
    expect(spread / Math.sqrt(n) / Number(fit.estimates[0]?.se)).toBeCloseTo(1, 0.5);
  });

  it("gives a reason for a table, and on a boundary", () => {
    const table = fitterOf("table").fit(transitionsOf([1, 2, 2]));
    const flat = fitterOf("inverse").fit(transitionsOf([2], [true]));
    if ("code" in table || "code" in flat) throw new Error("no fit");
    expect(parameterInfluence(table)).toMatchObject({ code: "noParameter" });
    expect(parameterInfluence(flat)).toMatchObject({ code: "noStops" });
  });
});
