import { describe, expect, it } from "vitest";
import { type Reason, reason } from "../../errors.js";
import type { Fit } from "../../exposure/curve.js";
import { drawTrips } from "../../exposure/drawn-trips.js";
import { fittableCurves, fitterOf } from "../../exposure/index.js";
import { tabulate } from "../../exposure/tabulate.js";
import { sumOver } from "../../exposure/transitions/sums.js";
import type { Transitions } from "../../exposure/transitions/transitions.js";
import { transitionsOf } from "../../exposure/transitions/transitions-of.js";
import { createRandom } from "../../random/create-random.js";
import { type Depths, transitionsByBucket, transitionsIn } from "../depths.js";
import { splice } from "../tail/splice.js";
import { clusteredErrors } from "./clustered-errors.js";
import { curveInfluence, parameterInfluence } from "./influence.js";
import { influenceByBucket } from "./influence-by-bucket.js";

function fitted(model: string, transitions: Transitions, cutoff?: number): Fit {
  const fit = fitterOf(model).fit(transitions, cutoff === undefined ? {} : { cutoff });
  if ("code" in fit) throw new Error(fit.message);
  return fit;
}
const spliced = (log: Transitions, tail: string, cutoff?: number): Fit =>
  splice(fitted("table", log, cutoff), fitted(tail, log, cutoff), { after: 4, to: 12 });

function sure<T extends object>(found: T): Exclude<T, Reason> {
  if ("code" in found) throw new Error(String(found.code));
  return found as Exclude<T, Reason>;
}

const slopes = [0.3, -1.2, 0.7, 2, -0.4, 0.9, -1.1, 0.2, 0.6, -0.8];
const forms: readonly (readonly [string, (log: Transitions, cutoff?: number) => Fit])[] = [
  ...fittableCurves.map(
    ({ name }) => [name, (log: Transitions, last?: number) => fitted(name, log, last)] as const,
  ),
  ["a splice of yuleSimon", (log, last) => spliced(log, "yuleSimon", last)],
  ["a splice of geometric", (log, last) => spliced(log, "geometric", last)],
];

/** A log of 900 trajectories in lists of 12, by 30 buckets. */
const trips = drawTrips(createRandom(4), { model: "yuleSimon", parameters: { rho: 1.3 } }, 900);
const depths: Depths = {
  bucket: trips.depths.map((_, i) => i % 30),
  depth: trips.depths,
  censored: trips.censored.map(Number),
  trajectories: trips.depths.map(() => 1),
};
const whole = transitionsIn(depths);

describe.each(forms)("curveInfluence of %s", (_name, form) => {
  const logP = (fit: Fit): number[] => tabulate(fit.curve, slopes.length).map(Math.log);

  it("adds to 0 over the log, and for a part to what the influence on log p gives", () => {
    for (const cutoff of [undefined, 12]) {
      const fit = form(whole, cutoff);
      const influence = sure(curveInfluence(fit, slopes));
      expect(sumOver(fit.transitions, influence)).toBeCloseTo(0, 9);
      const moved = parameterInfluence(fit)(transitionsOf([2, 6, 9]));
      const p = tabulate(fit.curve, slopes.length);
      const ratio = fit.splice === undefined && fit.model !== "table";
      const expected = slopes.reduce((sum, slope, at) => {
        if (!ratio) return sum + (slope * (moved[at] ?? Number.NaN)) / (p[at] ?? Number.NaN);
        return sum + slope * (moved[0] ?? Number.NaN) * logSlope(fit, at);
      }, 0);
      expect(sumOver(transitionsOf([2, 6, 9]), influence)).toBeCloseTo(expected, 10);
    }
  });

  it("is what one more trajectory does to the result", () => {
    const many = 1e5;
    const influence = sure(curveInfluence(form(whole), slopes));
    for (const part of [
      transitionsOf([6]),
      transitionsOf([3], [true]),
      transitionsOf([12], [true]),
    ]) {
      const result = (times: number): number => {
        const log = {
          atRisk: whole.atRisk.map((risk, at) => risk * many + times * (part.atRisk[at] ?? 0)),
          stops: whole.stops.map((count, at) => count * many + times * (part.stops[at] ?? 0)),
          trajectories: whole.trajectories * many + times,
        };
        return logP(form(log)).reduce((sum, value, at) => sum + value * (slopes[at] ?? 0), 0);
      };
      const derivative = ((4 * result(1) - result(2) - 3 * result(0)) * many) / 2;
      expect(Math.abs(sumOver(part, influence) - derivative)).toBeLessThan(1e-8);
    }
  });
});

/** ∂log p/∂θ at a rank, by differences. */
function logSlope(fit: Fit, at: number): number {
  const [name = "", value = 0] = Object.entries(fit.curve.parameters)[0] ?? [];
  const p = (add: number): number =>
    Math.log(
      tabulate({ ...fit.curve, parameters: { [name]: Number(value) + add } }, at + 1)[at] ?? 0,
    );
  return (p(1e-5) - p(-1e-5)) / 2e-5;
}

/** As a map from bucket to influence. */
function influences(
  fit: Fit,
  slopes: readonly number[],
  depths: Depths,
): ReadonlyMap<number, number> | Reason {
  const { buckets, of } = influenceByBucket(fit, depths);
  const found = of(slopes);
  if ("code" in found) return found;
  return new Map(Array.from(buckets, (bucket, i) => [bucket, found[i] ?? Number.NaN]));
}

describe("curveInfluence", () => {
  it("has the closed form of geometric, at any rank that a result asks for", () => {
    const fit = fitted("geometric", transitionsOf([1, 1, 2, 3, 3]));
    const influence = sure(curveInfluence(fit, [0, 1]));
    expect([influence.stop[0], influence.continuation[0]]).toEqual([
      expect.closeTo(-0.1, 10),
      expect.closeTo(0.1, 10),
    ]);
    const deep = sure(curveInfluence(fit, [...Array<number>(50).fill(0), 1]));
    expect(deep.stop).toEqual(Array(3).fill(expect.closeTo(-0.1 * 50, 8)));
  });

  it("takes no slope beyond the cut-off, where p is 0 whatever the log holds", () => {
    for (const [, form] of forms) {
      const cut = transitionsOf(trips.depths, trips.censored);
      const fit = form(cut, 12);
      const far = [...slopes, 0, 0, 5, 7];
      expect(curveInfluence(fit, far)).toEqual(curveInfluence(fit, slopes));
    }
  });

  it("is refused beyond a table, and where the fit has no error", () => {
    const table = fitted("table", transitionsOf([1, 2, 3, 3, 3]));
    expect(sure(curveInfluence(table, [0, 1, 1, 0, 0])).stop).toHaveLength(3);
    expect(curveInfluence(table, [0, 0, 0, 1])).toMatchObject({
      code: "beyondTable",
      facts: { rank: 4, last: 3 },
    });
    const reach = [...Array<number>(12).fill(0), 1];
    expect(curveInfluence(spliced(whole, "inverse"), reach)).toMatchObject({ code: "beyondTable" });
    const flat = fitted("inverse", transitionsOf([2, 3], [true, true]));
    expect(curveInfluence(flat, [0, 1])).toMatchObject({ code: "noStops" });
    const bare = fitted("geometric", whole);
    const estimates = [{ name: "gamma", value: 0.5, se: reason("noCurvature", "") }];
    expect(curveInfluence({ ...bare, estimates }, [0, 1])).toMatchObject({ code: "noCurvature" });
  });
});

describe("influenceByBucket", () => {
  it.each(forms)("is the influence of each bucket's transitions: %s", (_name, form) => {
    for (const cutoff of [undefined, 12]) {
      const fit = form(whole, cutoff);
      const influence = sure(curveInfluence(fit, slopes));
      const found = sure(influences(fit, slopes, depths));
      expect(found.size).toBe(30);
      for (const [bucket, { atRisk, stops, trajectories }] of transitionsByBucket(depths)) {
        const part = { atRisk: atRisk.slice(0, influence.stop.length), stops, trajectories };
        expect(found.get(bucket)).toBeCloseTo(sumOver(part, influence), 12);
      }
      expect([...found.values()].reduce((sum, value) => sum + value, 0)).toBeCloseTo(0, 9);
    }
  });

  it("has the squares of the clustered error, where the result is one log p", () => {
    const fit = fitted("yuleSimon", whole);
    const clustered = clusteredErrors(fit, transitionsByBucket(depths).values());
    const found = sure(influences(fit, [0, 1], depths));
    const squares = [...found.values()].reduce((sum, value) => sum + value ** 2, 0);
    // log p_2 = −log(ρ + 1).
    const { value = 0, se } = clustered.estimates[0] ?? {};
    expect(Math.sqrt((30 / 29) * squares)).toBeCloseTo(Number(se) / (value + 1), 10);
  });

  it("passes on the reason, and of no rows is nothing", () => {
    const table = fitted("table", whole);
    expect(influences(table, Array(99).fill(1), depths)).toMatchObject({
      code: "beyondTable",
    });
    const none = { bucket: [], depth: [], censored: [], trajectories: [] };
    expect(sure(influences(table, slopes, none)).size).toBe(0);
  });

  it("counts what lies at the cut-off as certain", () => {
    const log = {
      bucket: [0, 1, 2, 3],
      depth: [1, 2, 3, 3],
      censored: [0, 0, 0, 1],
      trajectories: [2, 2, 5, 1],
    };
    const fit = fitted("table", transitionsIn(log), 3);
    const found = sure(influences(fit, [0, 0, 1], log));
    expect((found.get(2) ?? 0) / 5).toBeCloseTo(found.get(3) ?? Number.NaN, 12);
  });
});

describe("the influence functions published for DCG under a fitted curve", () => {
  const log: readonly (readonly (readonly [reward: number, target: number])[])[] = [
    [
      [1, 2],
      [0, 1],
      [1, 4],
    ],
    [
      [0, 3],
      [1, 1],
    ],
    [[0, 1]],
    [
      [1, 1],
      [0, 2],
      [0, 5],
      [1, 3],
    ],
    [
      [0, 4],
      [0, 3],
      [1, 1],
      [0, 2],
      [1, 5],
    ],
    [
      [1, 2],
      [0, 1],
    ],
  ];
  const n = log.length;
  const own: Depths = {
    bucket: log.map((_, i) => i),
    depth: log.map((items) => items.length),
    censored: log.map(() => 0),
    trajectories: log.map(() => 1),
  };
  const cases = [
    [
      "table",
      1.5055555555555555,
      [
        -0.04555555555555557, 0.04333333333333328, -1.25, 0.5377777777777779, 1.037777777777778,
        -0.3233333333333332,
      ],
    ],
    [
      "geometric",
      1.5700858855939066,
      [
        -0.3076612445482011, 0.13383368992622938, -1.2214628194496073, 0.7535176177688121,
        1.4063347883016735, -0.7645620319989043,
      ],
    ],
  ] as const;

  it.each(cases)("come out for %s", (model, estimate, expected) => {
    const fit = fitted(model, transitionsIn(own));
    const p = tabulate(fit.curve, 5);
    const at = Array<number>(5).fill(0);
    const add = (rank: number, z: number): void => {
      at[rank - 1] = (at[rank - 1] ?? 0) + z / n;
    };
    const sums = log.map((items) =>
      items.reduce((sum, [reward, target], index) => {
        const z = (reward * (p[target - 1] ?? 0)) / (p[index] ?? 0);
        add(target, z);
        add(index + 1, -z);
        return sum + z;
      }, 0),
    );
    const theta = sums.reduce((sum, value) => sum + value, 0) / n;
    expect(theta).toBeCloseTo(estimate, 12);
    const influence = sure(influences(fit, at, own));
    for (const [i, psi] of expected.entries()) {
      const found = (sums[i] ?? 0) - theta + n * (influence.get(i) ?? Number.NaN);
      expect(Math.abs(found - psi)).toBeLessThan(1e-9);
    }
  });

  it("leave nothing to correct where the target is the logging policy", () => {
    const none = sure(influences(fitted("table", transitionsIn(own)), [0, 0, 0, 0, 0], own));
    expect([...none.values()].every((value) => value === 0)).toBe(true);
  });
});
