import { tQuantile, tTwoSidedP } from "../numeric/index.js";

export type Interval = readonly [lo: number, hi: number];

/** value ± t·SE at a confidence level, t with buckets − 1 degrees of freedom (methods A.5). */
export function interval(value: number, se: number, confidence: number, buckets: number): Interval {
  const margin = se === 0 ? 0 : criticalValue(confidence, buckets) * se;
  return [value - margin, value + margin];
}

/** The t quantile of a two-sided interval: `criticalValue(0.95, 4)` is 3.182…. */
export const criticalValue = (confidence: number, buckets: number): number =>
  tQuantile(1 - (1 - confidence) / 2, buckets - 1);

/** Two-sided p of value/SE; 1 where both are 0 (nothing differs). */
export function twoSidedP(value: number, se: number, buckets: number): number {
  if (se === 0) return value === 0 ? 1 : 0;
  return tTwoSidedP(value / se, buckets - 1);
}
