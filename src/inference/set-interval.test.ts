import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { assertProperty } from "../../test/fixture/property.js";
import { tTwoSidedP } from "../numeric/student-t.js";
import { tQuantile } from "../numeric/student-t-quantile.js";
import { liftInterval } from "./difference.js";
import { criticalOfSet, type EstimatedSet, intervalOfSet, pOfSet } from "./set-interval.js";

// biome-ignore lint/suspicious/noExplicitAny: vectors are of many shapes
type Vector = { name: string; inputs: any; expected: any; tolerance: number };
const vectors: readonly Vector[] = JSON.parse(readFileSync("test/vectors/range.json", "utf8"));
function vector(name: string): Vector {
  const found = vectors.find((each) => each.name === `range.${name}`);
  if (found === undefined) throw new Error(name);
  return found;
}

describe("the interval of a set", () => {
  it("is that of the independent numbers", () => {
    const { inputs, expected } = vector("interval");
    for (const [at, { set, se, level, df }] of inputs.entries()) {
      const given = { ends: set, se };
      const freedom = df ?? Number.POSITIVE_INFINITY;
      const { critical, interval, p, call } = expected[at];
      expect(criticalOfSet(given, level, freedom)).toBeCloseTo(critical, 9);
      const [low, high] = intervalOfSet(given, level, freedom);
      expect(low).toBeCloseTo(interval[0], 9);
      expect(high).toBeCloseTo(interval[1], 9);
      expect(pOfSet(given, freedom)).toBeCloseTo(p, 9);
      expect(low > 0 ? 1 : high < 0 ? -1 : 0).toBe(call);
    }
  });

  it("widens a lift by Fieller's interval of each end", () => {
    const { inputs, expected } = vector("lift");
    const { set, se, baseline, baselineVariance: varBaseline, covariance, level } = inputs;
    const t = criticalOfSet({ ends: set, se }, level, Number.POSITIVE_INFINITY);
    expect(t).toBeCloseTo(expected.critical, 8);
    const lifts = [0, 1].map((end) =>
      liftInterval(
        {
          difference: set[end],
          baseline,
          varDifference: se[end] ** 2,
          varBaseline,
          covariance: covariance[end],
        },
        t,
      ),
    );
    expect(lifts[0]?.[0]).toBeCloseTo(expected.interval[0], 8);
    expect(lifts[1]?.[1]).toBeCloseTo(expected.interval[1], 8);
  });

  const errors = fc.double({ min: 1e-3, max: 10, noNaN: true });
  const sets = fc
    .record({
      at: fc.double({ min: -20, max: 20, noNaN: true }),
      width: fc.oneof(fc.constant(0), fc.double({ min: 0, max: 30, noNaN: true })),
      se: fc.tuple(errors, errors),
      df: fc.oneof(
        fc.constant(Number.POSITIVE_INFINITY),
        fc.double({ min: 2, max: 500, noNaN: true }),
      ),
      level: fc.constantFrom(0.05, 0.01, 0.00125, 0.2),
    })
    .map(({ at, width, ...rest }) => ({ ...rest, ends: [at, at + width] as const }));

  it("is the interval of t where the set is a point, to the last bit", () => {
    assertProperty(
      fc.property(sets, ({ ends: [value], se: [se], level, df }) => {
        const point: EstimatedSet = { ends: [value, value], se: [se, se] };
        const margin = tQuantile(1 - level / 2, df) * se;
        expect(intervalOfSet(point, level, df)).toEqual([value - margin, value + margin]);
        if (value !== 0) {
          const p = tTwoSidedP(value / se, df);
          expect(Math.abs(pOfSet(point, df) - p)).toBeLessThanOrEqual(1e-15 * (1 + p));
        }
      }),
    );
  });

  it("excludes 0 exactly where p is below the level", () => {
    assertProperty(
      fc.property(sets, ({ level, df, ...set }) => {
        const [low, high] = intervalOfSet(set, level, df);
        const p = pOfSet(set, df);
        fc.pre(Math.abs(p - level) > 1e-9);
        expect(low > 0 || high < 0).toBe(p < level);
      }),
    );
  });

  it("is the set itself at the level 1, which an adjustment may leave", () => {
    const set: EstimatedSet = { ends: [0.1, 0.4], se: [0.1, 0.2] };
    expect(intervalOfSet(set, 1, 11)).toEqual(set.ends);
  });

  it("grows with the set, and scales with it by powers of 2", () => {
    assertProperty(
      fc.property(
        sets,
        fc.double({ min: 0, max: 5, noNaN: true }),
        ({ level, df, ...set }, more) => {
          const [low, high] = intervalOfSet(set, level, df);
          const wider = { ...set, ends: [set.ends[0], set.ends[1] + more] as const };
          const [, further] = intervalOfSet(wider, level, df);
          expect(further).toBeGreaterThanOrEqual(high - 1e-9 * (1 + Math.abs(high)));
          const doubled = {
            ends: [2 * set.ends[0], 2 * set.ends[1]] as const,
            se: [2 * set.se[0], 2 * set.se[1]] as const,
          };
          expect(intervalOfSet(doubled, level, df)).toEqual([2 * low, 2 * high]);
          expect(pOfSet(doubled, df)).toBe(pOfSet(set, df));
        },
      ),
    );
  });

  it("covers either end of the set as often as it says", () => {
    const [se, level] = [1, 0.05];
    for (const width of [0, 0.1, 0.5, 1, 3, 30]) {
      const critical = criticalOfSet({ ends: [0, width], se: [se, se] }, level, 1e9);
      // The truth at an end: covered unless that end is estimated above it by c, or the other below it by c.
      const missed = tTwoSidedP(critical, 1e9) / 2 + tTwoSidedP(critical + width, 1e9) / 2;
      expect(missed).toBeCloseTo(level, 8);
    }
  });
});
