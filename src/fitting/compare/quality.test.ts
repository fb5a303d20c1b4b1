import { describe, expect, it } from "vitest";
import type { Fit } from "../../exposure/curve.js";
import { drawTrips, transitionsOfTrips } from "../../exposure/drawn-trips.js";
import { fitterOf } from "../../exposure/index.js";
import { saturatedLogLikelihood } from "../../exposure/likelihood/likelihood.js";
import type { Transitions } from "../../exposure/transitions/transitions.js";
import { transitionsOf } from "../../exposure/transitions/transitions-of.js";
import { createRandom } from "../../random/create-random.js";
import { curveError } from "./curve-error.js";
import { goodnessOfFit, pooled } from "./goodness-of-fit.js";
import { crossFit, heldOut } from "./held-out.js";
import { informationCriteria } from "./information-criteria.js";

const world = { model: "yuleSimon", parameters: { rho: 1.3 } };
const draw = (seed: number, count = 2000): Transitions =>
  transitionsOfTrips(drawTrips(createRandom(seed), world, count));

function fitted(model: string, transitions: Transitions): Fit {
  const fit = fitterOf(model).fit(transitions);
  if ("code" in fit) throw new Error(fit.message);
  return fit;
}

describe("goodnessOfFit", () => {
  it("of single ranks is twice the distance to the saturated likelihood", () => {
    for (const model of ["geometric", "yuleSimon", "inverse", "logAlpha"]) {
      const fit = fitted(model, draw(1));
      const found = goodnessOfFit(fit, { pool: false });
      expect(found.saturated).toBe(saturatedLogLikelihood(fit.transitions));
      expect(found.deviance).toBeCloseTo(2 * (found.saturated - fit.logLikelihood), 8);
      expect(found.groups).toBe(11);
      expect(found.df).toBe(10);
    }
  });

  it("of a measured table is nothing, with no freedom to test it", () => {
    const found = goodnessOfFit(fitted("table", draw(1)), { pool: false });
    expect(found.deviance).toBeCloseTo(0, 9);
    expect(found.pearson).toBeCloseTo(0, 9);
    expect(found.df).toBe(0);
    expect([found.pDeviance, found.pPearson]).toMatchObject([
      { code: "noFreedom" },
      { code: "noFreedom" },
    ]);
  });

  it("rejects a true model about as often as its level says, a false one always", () => {
    const shares = ["yuleSimon", "geometric"].map((model) => {
      const rejected = Array.from({ length: 300 }, (_, seed) => {
        const { pDeviance, pPearson } = goodnessOfFit(fitted(model, draw(seed, 500)));
        return Number(pDeviance) < 0.05 || Number(pPearson) < 0.05;
      });
      return rejected.filter(Boolean).length / 300;
    });
    expect(shares[0]).toBeGreaterThan(0.02);
    expect(shares[0]).toBeLessThan(0.11);
    expect(shares[1]).toBe(1);
  });
});

it("pooled ranks expect five stops each, and lose nothing", () => {
  const rank = (expected: number) => ({ atRisk: 20, stops: 2, expected, variance: expected / 2 });
  const groups = pooled([6, 2, 2, 2, 5, 1, 1].map(rank));
  expect(groups.map(({ expected }) => expected)).toEqual([6, 6, 7]);
  expect(groups.map(({ atRisk }) => atRisk)).toEqual([20, 60, 60]);
  expect(pooled([rank(1), rank(1)]).map(({ stops }) => stops)).toEqual([4]);
  expect(pooled([])).toEqual([]);
});

describe("curveError", () => {
  it("is the largest distance to the measured curve, where 50 views are at risk", () => {
    const log = { atRisk: [400, 100, 40], stops: [300, 60, 40], trajectories: 400 };
    // gamma = 140/540; p̂ = 1, .25 up to rank 2, the last with 50.
    const gamma = 140 / 540;
    expect(curveError(fitted("geometric", log))).toEqual({
      probability: { value: expect.closeTo(gamma - 0.25, 12), rank: 2 },
      log: { value: expect.closeTo(Math.log(gamma / 0.25), 12), rank: 2 },
      upTo: 2,
    });
  });

  it("of the measured table is 0, and of too thin a log a reason", () => {
    expect(curveError(fitted("table", draw(1)))).toMatchObject({
      probability: { value: 0 },
      log: { value: 0 },
    });
    expect(curveError(fitted("geometric", transitionsOf([1, 2, 3])))).toMatchObject({
      code: "tooThin",
    });
  });
});

it("AIC and BIC charge 2 and log n for a parameter", () => {
  const fit = fitted("geometric", transitionsOf([1, 2, 1, 4]));
  const { aic, bic } = informationCriteria(fit);
  expect(aic + 2 * fit.logLikelihood).toBeCloseTo(2, 12);
  expect(bic + 2 * fit.logLikelihood).toBeCloseTo(Math.log(4), 12);
});

describe("held out", () => {
  it("a coin has perplexity 2", () => {
    const coin = fitted("geometric", transitionsOf([1, 1, 2, 3, 3]));
    expect(heldOut(coin, transitionsOf([7, 2], [true, false]))).toEqual({
      logLikelihood: expect.closeTo(-8 * Math.LN2, 9),
      transitions: 8,
      perTransition: expect.closeTo(-Math.LN2, 10),
      perplexity: expect.closeTo(2, 9),
      folds: [expect.closeTo(-8 * Math.LN2, 9)],
    });
  });

  it("the fit's own transitions have the fit's own likelihood", () => {
    const fit = fitted("inverse", draw(1));
    expect(heldOut(fit, draw(1))).toMatchObject({ logLikelihood: fit.logLikelihood });
  });

  it("a table predicts ranks that it has not seen, and never forbids", () => {
    const shallow = fitted("table", transitionsOf([1, 2, 2]));
    const found = heldOut(shallow, transitionsOf([5, 2]));
    expect(found).toMatchObject({ transitions: 7 });
    // (N + ½ …)/(N + 1): on 2½/4 and ½/3, stop 2½/3, then ½ each.
    const expected = 2 * Math.log(2.5 / 4) + Math.log((0.5 / 3) * (2.5 / 3)) + 3 * Math.log(0.5);
    expect(found).toMatchObject({ logLikelihood: expect.closeTo(expected, 12) });
  });

  it("gives a reason for nothing, for the impossible and for views beyond the cut-off", () => {
    const fit = fitted("geometric", draw(1));
    expect(heldOut(fit, transitionsOf([4], [true]))).toMatchObject({ transitions: 3 });
    expect(heldOut(fit, transitionsOf([1], [true]))).toMatchObject({ code: "nothingHeldOut" });
    const flat = fitted("inverse", transitionsOf([3], [true]));
    expect(heldOut(flat, transitionsOf([3]))).toMatchObject({ code: "forbidden" });
    const cut = fitterOf("inverse").fit(transitionsOf([1, 2, 3]), { cutoff: 3 });
    if ("code" in cut) throw new Error(cut.message);
    expect(heldOut(cut, transitionsOf([4]))).toMatchObject({ code: "viewsBeyondCutoff" });
  });

  it("folds are predicted by fits on the others", () => {
    const folds = [draw(1, 300), draw(2, 300), draw(3, 300)];
    const crossed = crossFit(fitterOf("yuleSimon"), folds);
    const twoOfThree = fitted("yuleSimon", {
      atRisk: (folds[1]?.atRisk ?? []).map((risk, at) => risk + (folds[2]?.atRisk[at] ?? 0)),
      stops: (folds[1]?.stops ?? []).map((count, at) => count + (folds[2]?.stops[at] ?? 0)),
      trajectories: 600,
    });
    const first = heldOut(twoOfThree, folds[0] ?? draw(1));
    if ("code" in crossed || "code" in first) throw new Error("no figures");
    expect(crossed.folds[0]).toBe(first.logLikelihood);
    expect(crossed.folds).toHaveLength(3);
    expect(crossFit(fitterOf("yuleSimon"), folds.slice(1, 2))).toMatchObject({
      code: "tooFewFolds",
    });
    expect(crossFit(fitterOf("yuleSimon"), [draw(1), transitionsOf([1])])).toMatchObject({
      code: "allStopAtRankOne",
    });
  });
});
