import { expect, it } from "vitest";
import { pivots } from "../bootstrap.js";
import { intervalBy, type Statistic } from "../interval.js";
import { bootstrapT } from "./bootstrap-t.js";

const x = Float64Array.from({ length: 40 }, (_, i) => i ** 2 / 100);
const sum = (w: Float64Array): number => w.reduce((a, b) => a + b, 0);
const mean = (w: Float64Array): number =>
  x.reduce((total, each, b) => total + each * (w[b] ?? 0), 0) / sum(w);
const value = mean(new Float64Array(40).fill(1));
const influence = x.map((each) => (each - value) / 40);
const of: Statistic = {
  value,
  se: Math.sqrt(influence.reduce((total, psi) => total + psi * psi, 0)),
  degreesOfFreedom: 39,
  influence,
  replicates: {
    buckets: 40,
    curveLinear: false,
    at: mean,
    withInfluence: (w) => ({
      value: mean(w),
      influence: x.map((each) => (each - mean(w)) / sum(w)),
    }),
  },
};

it("takes the quantiles of the pivots from the value, turned round", () => {
  const curve = pivots(of);
  const [lo, hi] = intervalBy(bootstrapT, of, 0.9);
  expect(lo).toBeCloseTo(value - of.se * (curve?.at(1.6448536269514722) ?? Number.NaN), 12);
  expect(hi).toBeCloseTo(value - of.se * (curve?.at(-1.6448536269514722) ?? Number.NaN), 12);
  // A long upper tail: the truth lies farther above than below.
  expect(hi - value).toBeGreaterThan(value - lo);
});

it("is t where replicates have no error of their own", () => {
  const { withInfluence: _, ...plain } = of.replicates ?? {
    buckets: 0,
    curveLinear: false,
    at: mean,
  };
  const [below, above] = bootstrapT.margins({ ...of, replicates: plain }, 0.9);
  expect(below).toBe(above);
});
