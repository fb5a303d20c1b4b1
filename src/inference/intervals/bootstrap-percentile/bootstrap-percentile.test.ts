import { expect, it } from "vitest";
import { skewedMean as of } from "../../../../test/fixture/skewed-mean.js";
import { deviations } from "../bootstrap.js";
import { intervalBy } from "../interval.js";
import { bootstrapPercentile } from "./bootstrap-percentile.js";

const { value } = of;

it("ends at the quantiles of the replicates themselves", () => {
  const curve = deviations(of);
  const [lo, hi] = intervalBy(bootstrapPercentile, of, 0.9);
  expect(lo).toBeCloseTo(value + (curve?.at(-1.6448536269514722) ?? Number.NaN), 12);
  expect(hi).toBeCloseTo(value + (curve?.at(1.6448536269514722) ?? Number.NaN), 12);
  expect(hi - value).toBeGreaterThan(value - lo);
});
