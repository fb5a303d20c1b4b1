import { describe, expect, it } from "vitest";
import { createRandom } from "../random/create-random.js";
import { liftInterval } from "./difference.js";
import type { Interval } from "./intervals/interval.js";
import { acceptedAround, narrowed } from "./inversion.js";

const accepted = (...of: Parameters<typeof acceptedAround>): Interval | undefined => {
  const ends = acceptedAround(...of);
  return ends && narrowed(ends);
};

describe("acceptedAround", () => {
  it("of a test with one error is value ± t·SE, in few steps", () => {
    let asked = 0;
    const excess = (at: number): number => {
      asked += 1;
      return Math.abs(3 - at) - 1.96 * 0.7;
    };
    const [lo, hi] = accepted(excess, 3, 0.7) ?? [0, 0];
    expect(lo).toBeCloseTo(3 - 1.96 * 0.7, 9);
    expect(hi).toBeCloseTo(3 + 1.96 * 0.7, 9);
    expect(asked).toBeLessThan(80);
  });

  it("holds 0 exactly where 0 is not rejected, however near its end lies", () => {
    for (const by of [-1e-3, -1e-14, 0, 1e-14, 1e-3]) {
      for (const side of [-1, 1]) {
        const excess = (at: number): number => Math.abs(side - at) - (1 + by);
        const [lo, hi] = accepted(excess, side, 1) ?? [0, 0];
        expect(lo <= 0 && 0 <= hi).toBe(!(excess(0) > 0));
      }
    }
  });

  it("follows an error that depends on the hypothesis, and jumps of it", () => {
    const se = (at: number): number => 0.2 + 0.1 * Math.abs(2 - at) + (at < 1.5 ? 0.1 : 0);
    const [lo, hi] = accepted((at) => Math.abs(2 - at) - 2 * se(at), 2, 0.2) ?? [0, 0];
    expect(lo).toBeCloseTo(2 - 0.6 / 0.8, 9);
    expect(hi).toBeCloseTo(2.5, 9);
  });

  it("has no end where nothing is rejected, and is a point where there is no error", () => {
    expect(accepted(() => -1, 1, 1)).toBeUndefined();
    expect(accepted(() => 1, 1, 0)).toEqual([1, 1]);
    expect(() => accepted(() => 1, 1, Number.NaN)).toThrow(/error of 0 or more; came NaN/);
  });

  it("of a ratio is Fieller's interval", () => {
    const random = createRandom("inversion");
    for (let draw = 0; draw < 100; draw++) {
      const ratio = {
        difference: random.normal(),
        baseline: 3 + random.next(),
        varDifference: 0.1 + random.next(),
        varBaseline: 0.1 + random.next() / 10,
        covariance: 0.1 * random.next(),
      };
      const excess = (lift: number): number =>
        Math.abs(ratio.difference - lift * ratio.baseline) -
        2 *
          Math.sqrt(
            ratio.varDifference - 2 * lift * ratio.covariance + lift ** 2 * ratio.varBaseline,
          );
      const found = accepted(excess, ratio.difference / ratio.baseline, 0.1) ?? [0, 0];
      const [lo, hi] = liftInterval(ratio, 2) ?? [Number.NaN, Number.NaN];
      expect(found[0]).toBeCloseTo(lo, 8);
      expect(found[1]).toBeCloseTo(hi, 8);
    }
  });
});
