import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assertProperty } from "../../../test/fixture/property.js";
import { LogError, StudyError } from "../../errors.js";
import { lastSupportedRank } from "./ranks.js";
import { addTransitions, totalsOf } from "./sums.js";
import { checkTransitions } from "./transitions.js";
import { transitionsOf } from "./transitions-of.js";

const trips = fc.array(fc.tuple(fc.integer({ min: 1, max: 9 }), fc.boolean()), { maxLength: 30 });
const read = (given: readonly (readonly [number, boolean])[]) =>
  transitionsOf(
    given.map(([depth]) => depth),
    given.map(([, censored]) => censored),
  );

describe("transitionsOf", () => {
  it("counts a stop at the depth, and a censored trajectory up to the rank before", () => {
    expect(transitionsOf([1, 3, 3], [false, false, true])).toEqual({
      atRisk: [3, 2, 1],
      stops: [1, 0, 1],
      trajectories: 3,
    });
  });

  it("gives what each definition gives, rank by rank", () => {
    assertProperty(
      fc.property(trips, (given) => {
        const { atRisk, stops } = read(given);
        for (let j = 1; j <= 9; j++) {
          const seen = given.filter(([depth, censored]) => (censored ? depth > j : depth >= j));
          const ended = given.filter(([depth, censored]) => !censored && depth === j);
          expect([atRisk[j - 1] ?? 0, stops[j - 1] ?? 0]).toEqual([seen.length, ended.length]);
        }
      }),
    );
  });

  it("has no rank at which nothing is at risk", () => {
    expect(transitionsOf([4, 2], [true, true]).atRisk).toEqual([2, 1, 1]);
    expect(transitionsOf([1], [true])).toEqual({ atRisk: [], stops: [], trajectories: 1 });
    expect(transitionsOf([])).toEqual({ atRisk: [], stops: [], trajectories: 0 });
  });

  it("refuses what is not a depth, and too few flags", () => {
    for (const depth of [0, -1, 1.5, Number.NaN, Number.POSITIVE_INFINITY]) {
      expect(() => transitionsOf([2, depth])).toThrow(LogError);
    }
    expect(() => transitionsOf([2, 0])).toThrow(/trajectory 2 must be .* in \[1, ∞\).*it is 0/);
    expect(() => transitionsOf([2, 1], [true])).toThrow(/there are 1 for 2 depths/);
  });
});

it("addTransitions adds what transitionsOf would give together", () => {
  assertProperty(
    fc.property(trips, trips, (a, b) => {
      expect(addTransitions(read(a), read(b))).toEqual(read([...a, ...b]));
    }),
  );
});

describe("checkTransitions", () => {
  it("gives frozen copies", () => {
    const atRisk = [3, 2];
    const checked = checkTransitions({ atRisk, stops: [1, 1], trajectories: 3 });
    atRisk[0] = 7;
    expect(checked.atRisk).toEqual([3, 2]);
    expect(Object.isFrozen(checked.atRisk)).toBe(true);
  });

  it.each([
    [{ atRisk: [3], stops: [], trajectories: 3 }, StudyError, /they have 1 and 0/],
    [{ atRisk: [3], stops: [-1], trajectories: 3 }, StudyError, /stops at rank 1 .* it is -1/],
    [{ atRisk: [3], stops: [1], trajectories: Number.NaN }, StudyError, /trajectories .* NaN/],
    [{ atRisk: [3], stops: [4], trajectories: 5 }, LogError, /rank 1, 4 .* only 3 are at risk/],
    [{ atRisk: [6], stops: [4], trajectories: 5 }, LogError, /there are only 5\. Count each/],
    [{ atRisk: [5, 3], stops: [3, 0], trajectories: 5 }, LogError, /only 2 went on from rank 1/],
  ])("refuses %j", (given, kind, message) => {
    expect(() => checkTransitions(given)).toThrow(kind);
    expect(() => checkTransitions(given)).toThrow(message);
  });
});

it("the last supported rank is the last with 50 views at risk, and at least 1", () => {
  const supported = (atRisk: readonly number[]) =>
    lastSupportedRank({ atRisk, stops: atRisk.map(() => 0), trajectories: 99 });
  expect([[90, 50, 49], [49], []].map(supported)).toEqual([2, 1, 1]);
});

it("totals leave out ranks at which nothing is at risk", () => {
  const totals = totalsOf({ atRisk: [3, 2, 0], stops: [1, 2, 0], trajectories: 3 });
  expect(totals).toEqual({ atRisk: 5, stops: 3, ranks: 2 });
});
