import { normalCdf } from "../../numeric/normal-cdf.js";
import { normalQuantile } from "../../numeric/normal-quantile.js";

/**
 * A distribution known by draws, as a line through (z_r, x_(r)) with z_r the normal quantile of r/(R + 1): between
 * draws it is interpolated, beyond them it goes on as a normal of the spread given, so that a family's level that
 * R draws cannot resolve still has an end.
 */
export interface QuantileCurve {
  /** The value at a normal score. */
  readonly at: (z: number) => number;
  /** The least and the largest normal score whose value is `x`. */
  readonly scoresOf: (x: number) => readonly [low: number, high: number];
}

export function quantileCurve(draws: readonly number[], spread: number): QuantileCurve {
  const sorted = Float64Array.from(draws).sort();
  const count = sorted.length;
  const score = (r: number): number => normalQuantile(r / (count + 1));
  const end = -score(1);
  const x = (r: number): number => sorted[r - 1] ?? Number.NaN;
  const at = (z: number): number => {
    if (z <= -end) return x(1) + spread * (z + end);
    if (z >= end) return x(count) + spread * (z - end);
    const r = Math.min(count - 1, Math.max(1, Math.floor(normalCdf(z) * (count + 1))));
    const [from, to] = [score(r), score(r + 1)];
    return x(r) + ((z - from) / (to - from)) * (x(r + 1) - x(r));
  };
  const scoreOf = (value: number, r: number): number => {
    if (r === 0) return -end + (value - x(1)) / spread;
    if (r === count) return end + (value - x(count)) / spread;
    const [from, to] = [score(r), score(r + 1)];
    return from + ((value - x(r)) / (x(r + 1) - x(r))) * (to - from);
  };
  return {
    at,
    scoresOf: (value) => {
      const [below, through] = [countOf(sorted, (other) => other < value), atMost(sorted, value)];
      if (below === through) {
        const score = scoreOf(value, below);
        return [score, score];
      }
      return [score(below + 1), score(through)];
    },
  };
}

const atMost = (sorted: Float64Array, value: number): number =>
  countOf(sorted, (other) => other <= value);

/** How many of the first draws hold what no later one does. */
function countOf(sorted: Float64Array, holds: (other: number) => boolean): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (holds(sorted[middle] ?? Number.NaN)) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The two-sided p of a hypothesis at these scores: twice the smaller tail that holds it. */
export const twoSidedP = ([low, high]: readonly [number, number]): number =>
  Math.min(1, 2 * Math.min(normalCdf(high), normalCdf(-low)));

/** The normal score of the upper end of an interval. */
export const scoreAt = (confidence: number): number => normalQuantile(1 - (1 - confidence) / 2);
