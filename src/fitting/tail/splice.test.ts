import { describe, expect, it } from "vitest";
import { StudyError } from "../../errors.js";
import type { Fit } from "../../exposure/curve.js";
import { drawTrips, transitionsOfTrips } from "../../exposure/drawn-trips.js";
import { fitterOf } from "../../exposure/index.js";
import { tabulate } from "../../exposure/tabulate.js";
import type { Transitions } from "../../exposure/transitions/transitions.js";
import { transitionsOf } from "../../exposure/transitions/transitions-of.js";
import { createRandom } from "../../random/create-random.js";
import { parameterInfluence } from "../errors/influence.js";
import { splice } from "./splice.js";

const world = { model: "yuleSimon", parameters: { rho: 1.3 } };
const draw = (seed: number): Transitions =>
  transitionsOfTrips(drawTrips(createRandom(seed), world, 900));

function fitted(model: string, transitions: Transitions, cutoff?: number): Fit {
  const fit = fitterOf(model).fit(transitions, cutoff === undefined ? {} : { cutoff });
  if ("code" in fit) throw new Error(fit.message);
  return fit;
}
const whole = draw(1);
const measured = fitted("table", whole);
const tail = fitted("yuleSimon", whole);

describe("splice", () => {
  it("is the table up to the last supported rank, and the tail's ratios from there", () => {
    const spliced = splice(measured, tail, { to: 30 });
    const { after = 0 } = spliced.splice ?? {};
    expect(after).toBe(measured.lastSupportedRank);
    const p = spliced.estimates.map(({ value }) => value);
    const q = tabulate(tail.curve, 30);
    expect(p.slice(0, after)).toEqual(measured.estimates.slice(0, after).map(({ value }) => value));
    for (let at = after; at < 30; at++) {
      expect((p[at] ?? 0) / (p[after - 1] ?? 0)).toBeCloseTo(
        (q[at] ?? 0) / (q[after - 1] ?? 1),
        12,
      );
    }
    expect(tabulate(spliced.curve, 30)).toEqual(p);
    expect(spliced.freeParameters).toBe(after);
    expect(spliced.logLikelihood).toBeLessThan(measured.logLikelihood);
    expect(spliced.logLikelihood).toBeGreaterThan(tail.logLikelihood);
  });

  it("after rank 1 is the tail itself, errors included", () => {
    const spliced = splice(measured, tail, { after: 1, to: 12 });
    const [rho] = tail.estimates;
    const step = 1e-6;
    const at = (add: number) =>
      tabulate({ ...world, parameters: { rho: (rho?.value ?? 0) + add } }, 12);
    const [up, down] = [at(step), at(-step)];
    expect(spliced.logLikelihood).toBeCloseTo(tail.logLikelihood, 9);
    for (const [index, { value, se }] of spliced.estimates.entries()) {
      expect(value).toBeCloseTo(tabulate(tail.curve, 12)[index] ?? 0, 12);
      const slope = ((up[index] ?? 0) - (down[index] ?? 0)) / (2 * step);
      const expected = Math.abs(slope) * Number(rho?.se);
      expect(Math.abs(Number(se) - expected)).toBeLessThanOrEqual(0.1 * expected);
    }
  });

  it("covers the truth in the tail in 95 % of worlds", () => {
    const truth = tabulate(world, 20)[19] ?? 0;
    const held = Array.from({ length: 300 }, (_, seed) => {
      const log = draw(100 + seed);
      const both = [fitted("table", log), fitted("yuleSimon", log)] as const;
      const last = splice(...both, { after: 4, to: 20 }).estimates[19];
      return Math.abs((last?.value ?? 0) - truth) <= 1.96 * Number(last?.se);
    });
    const share = held.filter(Boolean).length / 300;
    expect(Math.abs(share - 0.95)).toBeLessThan(3.5 * Math.sqrt((0.95 * 0.05) / 300));
  });

  it("shifts with a part of the data as a refit does", () => {
    const many = 1e5;
    const part = transitionsOf([6]);
    const moved = (sign: number): readonly number[] => {
      const log = {
        atRisk: whole.atRisk.map((risk, at) => risk * many + sign * (part.atRisk[at] ?? 0)),
        stops: whole.stops.map((count, at) => count * many + sign * (part.stops[at] ?? 0)),
        trajectories: whole.trajectories * many + sign,
      };
      const again = splice(fitted("table", log), fitted("yuleSimon", log), { after: 4, to: 15 });
      return again.estimates.map(({ value }) => value);
    };
    const [more, less] = [moved(1), moved(-1)];
    const shift = parameterInfluence(splice(measured, tail, { after: 4, to: 15 }))(part);
    for (const [at, by] of shift.entries()) {
      const derivative = ((more[at] ?? 0) - (less[at] ?? 0)) * (many / 2);
      expect(Math.abs(by - derivative)).toBeLessThan(1e-9);
    }
  });

  it("refuses what is not a table, not a tail, another log, and ranks that make no sense", () => {
    const refusal = (run: () => Fit): string => {
      expect(run).toThrow(StudyError);
      try {
        return run().model;
      } catch (error) {
        return (error as StudyError).code;
      }
    };
    const spliced = splice(measured, tail, { to: 30 });
    expect(refusal(() => splice(tail, tail, { to: 30 }))).toBe("spliceOfNoTable");
    expect(refusal(() => splice(spliced, tail, { to: 40 }))).toBe("spliceOfNoTable");
    expect(refusal(() => splice(measured, measured, { to: 30 }))).toBe("noTail");
    expect(refusal(() => splice(measured, fitted("inverse", draw(2)), { to: 30 }))).toBe(
      "otherTransitions",
    );
    for (const ranks of [
      { to: 3, after: 3 },
      { to: 9, after: 0 },
      { to: 9.5 },
      { to: 99, after: 60 },
    ]) {
      expect(refusal(() => splice(measured, tail, ranks))).toBe("spliceRanks");
    }
  });
});
