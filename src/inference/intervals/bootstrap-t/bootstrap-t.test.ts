import { expect, it } from "vitest";
import { skewedMean as of } from "../../../../test/fixture/skewed-mean.js";
import { pivots } from "../bootstrap.js";
import { intervalBy } from "../interval.js";
import { bootstrapT } from "./bootstrap-t.js";

const { value } = of;

it("takes the quantiles of the pivots from the value, turned round", () => {
  const curve = pivots(of);
  const [lo, hi] = intervalBy(bootstrapT, of, 0.9);
  expect(lo).toBeCloseTo(value - of.se * (curve?.at(1.6448536269514722) ?? Number.NaN), 12);
  expect(hi).toBeCloseTo(value - of.se * (curve?.at(-1.6448536269514722) ?? Number.NaN), 12);
  // A long upper tail: the truth lies farther above than below.
  expect(hi - value).toBeGreaterThan(value - lo);
});

it("is t where replicates have no error of their own", () => {
  const { withInfluence: _, ...plain } = of.replicates;
  const [below, above] = bootstrapT.margins({ ...of, replicates: plain }, 0.9);
  expect(below).toBe(above);
});
