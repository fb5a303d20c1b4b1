import { narrowBracket } from "../numeric/narrow-bracket.js";
import { tCdf } from "../numeric/student-t.js";
import { tQuantile } from "../numeric/student-t-quantile.js";
import type { Interval } from "./intervals/interval.js";

/** The ends of a set of values that the data leave possible, as estimated, each with its standard error. */
export interface EstimatedSet {
  readonly ends: Interval;
  readonly se: readonly [number, number];
}

/** The set's width in units of the larger error: 0 of a point, ∞ of a set that is known without error. */
function widthInErrors({ ends: [low, high], se }: EstimatedSet): number {
  const width = high - low;
  return width > 0 ? width / Math.max(...se) : 0;
}

/**
 * By how many standard errors an interval reaches beyond each end of a set, so that it covers the truth with the
 * probability 1 − level whichever value of the set that is: F(c + W/σ) − F(−c) = 1 − level, with W the set's width,
 * σ the larger error of its ends, and F Student's t (Imbens & Manski, Econometrica 2004, Lemma 4). It is t_{1−level/2}
 * of a point and falls to t_{1−level}, or to 0 of a level above ½: the interval holds the set. `criticalOfSet({ ends: [0.02, 0.021], se: [0.01, 0.01] }, 0.05, Infinity)` is
 * 1.9124115485841242.
 */
export function criticalOfSet(set: EstimatedSet, level: number, df: number): number {
  const ofPoint = tQuantile(1 - level / 2, df);
  const width = widthInErrors(set);
  if (width === 0) return ofPoint;
  const least = level < 0.5 ? tQuantile(1 - level, df) : 0;
  if (width === Number.POSITIVE_INFINITY) return least;
  const excess = (c: number): number => tCdf(c + width, df) - tCdf(-c, df) - (1 - level);
  const [low, high] = [least, ofPoint].map((at) => ({ at, value: excess(at) }));
  if (low === undefined || high === undefined || !(low.value <= 0)) return least;
  return high.value > 0 ? narrowBracket(excess, low, high, relativeWidth).high.at : ofPoint;
}

const relativeWidth = 1e-13;

/** The interval of a set by its ends' errors, each at `criticalOfSet`. */
export function intervalOfSet(set: EstimatedSet, level: number, df: number): Interval {
  const critical = criticalOfSet(set, level, df);
  const [low, high] = set.ends;
  return [low - reach(critical, set.se[0]), high + reach(critical, set.se[1])];
}

/** Infinite quantiles of errors that are 0 reach nowhere. */
const reach = (critical: number, se: number): number => (se === 0 ? 0 : critical * se);

/**
 * The p-value of 0 against a set: F(−T) + F(−T − W/σ) with T the end nearest 0 in errors; 1 where the set holds 0.
 * It is below `level` exactly where `intervalOfSet` excludes 0.
 */
export function pOfSet(set: EstimatedSet, df: number): number {
  const [low, high] = set.ends;
  if (low <= 0 && high >= 0) return 1;
  const [end, se] = low > 0 ? [low, set.se[0]] : [-high, set.se[1]];
  if (se === 0) return 0;
  const distance = end / se;
  return tCdf(-distance, df) + tCdf(-distance - widthInErrors(set), df);
}
