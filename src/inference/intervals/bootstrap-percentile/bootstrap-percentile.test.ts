import { expect, it } from "vitest";
import { deviations } from "../bootstrap.js";
import { intervalBy, type Statistic } from "../interval.js";
import { bootstrapPercentile } from "./bootstrap-percentile.js";

const x = Float64Array.from({ length: 40 }, (_, i) => i ** 2 / 100);
const mean = (w: Float64Array): number =>
  x.reduce((sum, each, b) => sum + each * (w[b] ?? 0), 0) / w.reduce((a, b) => a + b, 0);
const value = mean(new Float64Array(40).fill(1));
const influence = x.map((each) => (each - value) / 40);
const of: Statistic = {
  value,
  se: Math.sqrt(influence.reduce((sum, psi) => sum + psi * psi, 0)),
  degreesOfFreedom: 39,
  influence,
  replicates: { buckets: 40, curveLinear: false, at: mean },
};

it("ends at the quantiles of the replicates themselves", () => {
  const curve = deviations(of);
  const [lo, hi] = intervalBy(bootstrapPercentile, of, 0.9);
  expect(lo).toBeCloseTo(value + (curve?.at(-1.6448536269514722) ?? Number.NaN), 12);
  expect(hi).toBeCloseTo(value + (curve?.at(1.6448536269514722) ?? Number.NaN), 12);
  expect(hi - value).toBeGreaterThan(value - lo);
});
