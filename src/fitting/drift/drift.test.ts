import { describe, expect, it } from "vitest";
import type { CurveSpec } from "../../exposure/curve-spec.js";
import { drawTrips, transitionsOfTrips } from "../../exposure/drawn-trips.js";
import type { Fit } from "../../exposure/fitter.js";
import { fittableCurves, fitterOf } from "../../exposure/index.js";
import { logLikelihood } from "../../exposure/likelihood/likelihood.js";
import { addTransitions } from "../../exposure/transitions/sums.js";
import type { Transitions } from "../../exposure/transitions/transitions.js";
import { transitionsOf } from "../../exposure/transitions/transitions-of.js";
import { createRandom } from "../../random/create-random.js";
import type { Random } from "../../random/random.js";
import { clusteredErrors } from "../errors/clustered-errors.js";
import { splice } from "../tail/splice.js";
import { type DayOfTransitions, type Drift, driftOf } from "./drift.js";

const yule = (rho: number): CurveSpec => ({ model: "yuleSimon", parameters: { rho } });
const day = (name: number, random: Random, truth: CurveSpec, count: number): DayOfTransitions => ({
  day: `2026-11-0${name}`,
  transitions: transitionsOfTrips(drawTrips(random, truth, count)),
});
const sum = (days: readonly DayOfTransitions[]): Transitions =>
  days.map(({ transitions }) => transitions).reduce(addTransitions);

function fitted(model: string, transitions: Transitions, cutoff?: number): Fit {
  const fit = fitterOf(model).fit(transitions, cutoff === undefined ? {} : { cutoff });
  if ("code" in fit) throw new Error(fit.message);
  return fit;
}
function drift(days: readonly DayOfTransitions[], fit: Fit): Drift {
  const found = driftOf(days, fit);
  if ("code" in found) throw new Error(found.message);
  return found;
}
const models = fittableCurves.map(({ name }) => [name] as const);

describe("driftOf", () => {
  it.each(models)("rejects 5 %% of worlds that do not drift: %s", (model) => {
    const truth = { model: "table", parameters: { values: [1, 0.8, 0.6, 0.5, 0.3, 0.25, 0.2] } };
    const own = model === "table" ? truth : yule(1.3);
    const fits = model === "table" || model === "yuleSimon";
    const worlds = fits ? 400 : 20;
    const random = createRandom(`drift ${model}`);
    const rejected = Array.from({ length: worlds }, () => {
      const days = [1, 2, 3].map((name) => day(name, random, own, 150));
      const { p } = drift(days, fitted(model, sum(days))).test;
      expect(p).toBeGreaterThanOrEqual(0);
      return p < 0.05;
    }).filter(Boolean).length;
    if (fits)
      expect(Math.abs(rejected / worlds - 0.05)).toBeLessThan(3.5 * Math.sqrt(0.0475 / worlds));
  });

  it.each(models)("sees a curve that moves, and where it moves most: %s", (model) => {
    const random = createRandom("moves");
    const days = [
      day(1, random, yule(1), 2000),
      day(2, random, yule(1), 2000),
      day(3, random, yule(2), 2000),
    ];
    const found = drift(days, fitted(model, sum(days), 12));
    expect(found.test.p).toBeLessThan(1e-6);
    expect(found.largest).toMatchObject({ day: "2026-11-03" });
    const gaps = found.days.map(({ gap }) => ("code" in gap ? Number.NaN : gap.value));
    expect("value" in found.largest && found.largest.value).toBe(Math.max(...gaps));
    expect(found.days.map(({ estimate }) => "name" in estimate && typeof estimate.se)).toEqual(
      Array(3).fill("number"),
    );
  });

  it("is the likelihood ratio of the days, and of a table that of its hazards", () => {
    const random = createRandom("ratio");
    const days = [day(1, random, yule(1.2), 4000), day(2, random, yule(1.4), 3000)];
    const ratio = (model: string): number => {
      const pooled = fitted(model, sum(days));
      const own = days.reduce(
        (all, each) => all + fitted(model, each.transitions).logLikelihood,
        0,
      );
      return 2 * (own - pooled.logLikelihood);
    };
    const rho = drift(days, fitted("yuleSimon", sum(days))).test;
    expect([rho.statistic, rho.df]).toEqual([expect.closeTo(ratio("yuleSimon"), 7), 1]);
    // Every rank of lists of 12 expects five stops here, so that each is a group of its own.
    const free = drift(days, fitted("table", sum(days))).test;
    expect([free.statistic, free.df]).toEqual([expect.closeTo(ratio("table"), 7), 11]);
    expect(logLikelihood([0.5], transitionsOf([1]))).toBeLessThan(0);
  });

  it("is nothing for days that are alike", () => {
    const one = day(1, createRandom("alike"), yule(1.2), 1000);
    for (const [model] of models) {
      const days = [one, { ...one, day: "2026-11-02" }];
      const { test, largest } = drift(days, fitted(model, sum(days)));
      expect(test.statistic).toBeCloseTo(0, 8);
      expect(test.p).toBeCloseTo(1, 3);
      expect("value" in largest && largest.value).toBeCloseTo(0, 9);
    }
  });

  it("is scaled by the design effect, where errors are clustered", () => {
    const random = createRandom("design");
    const pairs = [1, 2].map((name) => day(name, random, yule(1.2), 500));
    // Every trajectory comes four times, as of one user.
    const days = pairs.map(({ day: name, transitions: { atRisk, stops, trajectories } }) => ({
      day: name,
      transitions: {
        atRisk: atRisk.map((risk) => 4 * risk),
        stops: stops.map((count) => 4 * count),
        trajectories: 4 * trajectories,
      },
    }));
    const fit = fitted("yuleSimon", sum(days));
    expect(drift(days, fit).test).toMatchObject({ designEffect: null, scaled: null });
    const estimates = fit.estimates.map((each) => ({ ...each, se: 2 * Number(each.se) }));
    const { test } = drift(days, { ...fit, estimates, clusters: 1000 });
    expect(test.designEffect).toBeCloseTo(4, 9);
    const single = drift(pairs, fitted("yuleSimon", sum(pairs))).test;
    expect(test.scaled).toBeCloseTo(single.p, 9);
    const table = clusteredErrors(
      fitted("table", sum(pairs)),
      pairs.map((each) => each.transitions),
    );
    expect(drift(pairs, table).test.designEffect).toBeGreaterThan(0);
    // The same whichever days are looked at: it is the fit's.
    const sameFit = drift([...days, ...pairs], { ...fit, estimates, clusters: 1000 });
    expect(sameFit.test.designEffect).toBeCloseTo(4, 9);
  });

  it("takes a spliced fit by its table, under the cut-off of the tail", () => {
    const random = createRandom("splice");
    const days = [1, 2].map((name) => day(name, random, yule(1.2), 800));
    const whole = sum(days);
    const spliced = splice(fitted("table", whole, 12), fitted("yuleSimon", whole, 12), {
      after: 4,
      to: 12,
    });
    expect(drift(days, spliced)).toEqual(drift(days, fitted("table", whole, 12)));
  });

  it("leaves out days that tell nothing, and needs two that do", () => {
    const random = createRandom("thin");
    const full = [1, 2].map((name) => day(name, random, yule(1.2), 500));
    const thin = { day: "2026-11-03", transitions: transitionsOf([1, 2, 3]) };
    const flat = { day: "2026-11-04", transitions: transitionsOf([2, 3], [true, true]) };
    const days = [...full, thin, flat];
    for (const [model] of models) {
      const fit = fitted(model, sum(days));
      const found = drift(days, fit);
      expect(found.test).toEqual(drift(full, fit).test);
      expect(found.days[2]).toMatchObject({ trajectories: 3, estimate: { code: "thinDay" } });
      expect(found.days[3]).toMatchObject({ estimate: { code: expect.any(String) } });
      for (const few of [[], full.slice(0, 1), [thin, flat, ...full.slice(0, 1)]]) {
        expect(driftOf(few, fit)).toMatchObject({ code: "tooFewDays" });
      }
    }
  });

  it("shows of a table the p nearest one half that every day has", () => {
    const days = [
      {
        day: "2026-11-01",
        transitions: transitionsOf([...Array(400).fill(1), ...Array(600).fill(5)]),
      },
      {
        day: "2026-11-02",
        transitions: transitionsOf([...Array(600).fill(1), ...Array(400).fill(5)]),
      },
    ];
    const { days: rows, largest } = drift(days, fitted("table", sum(days)));
    expect(rows.map(({ estimate }) => estimate)).toMatchObject([
      { name: "p2", value: 0.6 },
      { name: "p2", value: 0.4 },
    ]);
    expect(largest).toMatchObject({ day: "2026-11-02", rank: 2 });
  });
});
