import { describe, expect, it } from "vitest";
import { createRandom } from "../random/create-random.js";
import { liftInterval } from "./difference.js";

describe("liftInterval", () => {
  it("holds 0 exactly where the interval of the difference does", () => {
    const random = createRandom("lift intervals");
    const t = 2.1;
    const sides = new Set<boolean>();
    for (let draw = 0; draw < 500; draw++) {
      const [sdDifference, sdBaseline] = [0.1 + random.next(), 0.1 + random.next()];
      const ratio = {
        difference: random.normal() * t * sdDifference,
        baseline: (random.next() < 0.5 ? -1 : 1) * (t * sdBaseline + 0.05 + random.next()),
        varDifference: sdDifference ** 2,
        varBaseline: sdBaseline ** 2,
        covariance: (1.8 * random.next() - 0.9) * sdDifference * sdBaseline,
      };
      const [lo, hi] = liftInterval(ratio, t) ?? [Number.NaN, Number.NaN];
      const holds0 = Math.abs(ratio.difference) <= t * sdDifference;
      expect(lo <= 0 && 0 <= hi).toBe(holds0);
      sides.add(holds0);
    }
    expect(sides.size).toBe(2);
  });

  it("ends where difference − ℓ·baseline is t standard errors from 0", () => {
    const ratio = {
      difference: 0.3,
      baseline: 2,
      varDifference: 0.04,
      varBaseline: 0.09,
      covariance: 0.01,
    };
    for (const lift of liftInterval(ratio, 1.96) ?? []) {
      const variance = 0.04 - 2 * lift * 0.01 + lift ** 2 * 0.09;
      expect(Math.abs(0.3 - lift * 2) / Math.sqrt(variance)).toBeCloseTo(1.96, 12);
    }
  });

  it("is none where the baseline may be 0", () => {
    const ratio = { difference: 1, varDifference: 1, varBaseline: 1, covariance: 0 };
    expect(liftInterval({ ...ratio, baseline: 1.9 }, 2)).toBeUndefined();
    expect(liftInterval({ ...ratio, baseline: 2.1 }, 2)).toBeDefined();
  });
});
