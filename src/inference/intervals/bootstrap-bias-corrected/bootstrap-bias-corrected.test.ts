import { expect, it } from "vitest";
import { normalCdf } from "../../../numeric/normal-cdf.js";
import { normalQuantile } from "../../../numeric/normal-quantile.js";
import { deviations } from "../bootstrap.js";
import { intervalBy, type Statistic } from "../interval.js";
import { bootstrapBiasCorrected } from "./bootstrap-bias-corrected.js";

const x = Float64Array.from({ length: 40 }, (_, i) => i ** 2 / 100);
const mean = (w: Float64Array): number =>
  x.reduce((sum, each, b) => sum + each * (w[b] ?? 0), 0) / w.reduce((a, b) => a + b, 0);
const value = mean(new Float64Array(40).fill(1));
const influence = x.map((each) => (each - value) / 40);
const sumOf = (power: number): number => influence.reduce((sum, psi) => sum + psi ** power, 0);
const of: Statistic = {
  value,
  se: Math.sqrt(sumOf(2)),
  degreesOfFreedom: 39,
  influence,
  replicates: { buckets: 40, curveLinear: false, at: mean },
};

it("ends at Φ(z₀ + (z₀ ± z)/(1 − a(z₀ ± z))) of the replicates", () => {
  const curve = deviations(of);
  if (curve === undefined) throw new Error("replicates");
  const [low, high] = curve.scoresOf(0);
  const bias = (low + high) / 2;
  const a = sumOf(3) / (6 * sumOf(2) ** 1.5);
  const end = (z: number): number => value + curve.at(bias + (bias + z) / (1 - a * (bias + z)));
  const [lo, hi] = intervalBy(bootstrapBiasCorrected, of, 0.95);
  expect(lo).toBeCloseTo(end(normalQuantile(0.025)), 12);
  expect(hi).toBeCloseTo(end(normalQuantile(0.975)), 12);
  expect(Math.abs(normalCdf(bias) - 0.5)).toBeLessThan(0.05);
});
