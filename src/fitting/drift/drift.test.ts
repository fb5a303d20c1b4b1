import { describe, expect, it } from "vitest";
import { repetitions } from "../../../test/fixture/property.js";
import type { CurveSpec, Fit } from "../../exposure/curve.js";
import { drawTrips, transitionsOfTrips } from "../../exposure/drawn-trips.js";
import { fittableCurves, fitterOf } from "../../exposure/index.js";
import { addTransitions } from "../../exposure/transitions/sums.js";
import type { Transitions } from "../../exposure/transitions/transitions.js";
import { transitionsOf } from "../../exposure/transitions/transitions-of.js";
import { createRandom } from "../../random/create-random.js";
import type { Random } from "../../random/random.js";
import { splice } from "../tail/splice.js";
import { type DayOfTransitions, type Drift, driftOf } from "./drift.js";
import { driftTest } from "./drift-test.js";

const yule = (rho: number): CurveSpec => ({ model: "yuleSimon", parameters: { rho } });
const day = (name: number, random: Random, truth: CurveSpec, count: number): DayOfTransitions => ({
  day: `2026-11-0${name}`,
  transitions: transitionsOfTrips(drawTrips(random, truth, count)),
});
const sum = (days: readonly Pick<DayOfTransitions, "transitions">[]): Transitions =>
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
/** Trips by day of users who differ in how far they go; `drift` moves the logit of going on from first to last day. */
interface Visits {
  readonly seed: string;
  readonly days: number;
  readonly users: number;
  readonly trips: number;
  /** The same users every day. */
  readonly areSame: boolean;
  readonly drift: number;
}

function visits({ seed, days, users, trips, areSame, drift: moved }: Visits) {
  const random = createRandom(seed);
  const keen = Array.from({ length: areSame ? users : users * days }, () => 3 * random.next());
  return Array.from({ length: days }, (_, at) => {
    const groups = Array.from({ length: 32 }, (): number[] => []);
    for (let user = 0; user < users; user++) {
      const who = areSame ? user : at * users + user;
      const logit = (keen[who] ?? 0) + moved * (at / (days - 1) - 0.5);
      const goesOn = 1 / (1 + Math.exp(-logit));
      for (let trip = 0; trip < trips; trip++) {
        let depth = 1;
        while (depth < 12 && random.next() < goesOn) depth++;
        groups[who % 32]?.push(depth);
      }
    }
    const counted = groups.map((depths) =>
      transitionsOf(
        depths,
        depths.map((depth) => depth === 12),
      ),
    );
    return { transitions: counted.reduce(addTransitions), groups: counted };
  });
}

const models = fittableCurves.map(({ name }) => [name] as const);

describe("driftOf", () => {
  it.each(models)("rejects 5 %% of worlds that do not drift: %s", (model) => {
    const truth = { model: "table", parameters: { values: [1, 0.8, 0.6, 0.5, 0.3, 0.25, 0.2] } };
    const own = model === "table" ? truth : yule(1.3);
    const fits = model === "table" || model === "yuleSimon";
    const worlds = fits ? repetitions(100, 400) : 20;
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

  it("is Pearson's statistic of the days' stops, which an F tail judges by groups of users", () => {
    const random = createRandom("ratio");
    const days = [day(1, random, yule(1.2), 4000), day(2, random, yule(1.4), 3000)];
    const { test } = drift(days, fitted("yuleSimon", sum(days)));
    const all = sum(days);
    // Bands end at ranks 1, 3, 7 and with the list.
    const bands = [[0], [1, 2], [3, 4, 5, 6], [7, 8, 9, 10, 11]];
    const parts = bands.flatMap((band) =>
      days.map(({ transitions: { atRisk, stops } }) => {
        const h = (at: number) => (all.stops[at] ?? 0) / (all.atRisk[at] || 1);
        const total = (of: (at: number) => number) => band.reduce((sum, at) => sum + of(at), 0);
        const score = total((at) => (stops[at] ?? 0) - (atRisk[at] ?? 0) * h(at));
        return score ** 2 / total((at) => (atRisk[at] ?? 0) * h(at) * (1 - h(at)));
      }),
    );
    const statistic = parts.reduce((sum, part) => sum + part, 0);
    expect([test.statistic, test.df]).toEqual([expect.closeTo(statistic, 9), 4]);
    expect([test.designEffect, test.scaled]).toEqual([null, null]);
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

  it("keeps its level with users who come back, and sees a drift that their differences hide", () => {
    const worlds = repetitions(40, 100);
    const share = (world: Omit<Visits, "seed">): number => {
      const rejected = Array.from({ length: worlds }, (_, seed) => {
        const days = visits({ ...world, seed: `${JSON.stringify(world)} ${seed}` });
        return driftTest(days).p < 0.05;
      }).filter(Boolean).length;
      return rejected / worlds;
    };
    const most = 0.05 + 3.5 * Math.sqrt(0.0475 / worlds);
    const burst = { days: 7, users: 25, trips: 5 };
    expect(share({ ...burst, areSame: false, drift: 0 })).toBeLessThan(most);
    const daily = { days: 7, users: 100, trips: 1, areSame: true };
    expect(share({ ...daily, drift: 0 })).toBeLessThan(most);
    expect(share({ ...daily, drift: 1 })).toBeGreaterThan(0.5);
  });

  it("without groups takes trips as independent, which users who come back are not", () => {
    const days = visits({ seed: "a", days: 7, users: 25, trips: 5, areSame: false, drift: 0 });
    const found = driftTest(days);
    const plain = driftTest(days.map(({ transitions }) => ({ transitions })));
    expect(plain.statistic).toBe(found.statistic);
    expect(Number(found.designEffect)).toBeGreaterThan(1.2);
    expect([found.scaled, plain.scaled]).toEqual([found.p, null]);
    expect(plain.p).toBeLessThan(found.p);
  });

  it("gives the farthest day's gap with its error by groups of users", () => {
    const days = visits({ seed: "b", days: 3, users: 300, trips: 1, areSame: true, drift: 1 });
    const named = days.map((each, at) => ({ ...each, day: `2026-11-0${at + 1}` }));
    const { largest, compared } = drift(named, fitted("geometric", sum(named)));
    expect(compared).toBe(3);
    expect(largest).toMatchObject({ se: expect.any(Number) });
    if (!("se" in largest)) throw new Error(largest.message);
    expect(Number(largest.se) / largest.value).toBeGreaterThan(0.05);
    expect(Number(largest.se) / largest.value).toBeLessThan(0.5);
    const plain = named.map(({ day: name, transitions }) => ({ day: name, transitions }));
    expect(drift(plain, fitted("geometric", sum(named))).largest).toMatchObject({ se: null });
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
