import { type Reason, reason } from "../errors.js";
import { normalCdf } from "../numeric/index.js";
import { covariance, type PointEstimate, standardError, statisticOf } from "./delta.js";
import { defaultInterval } from "./inference.js";
import { type Interval, type IntervalMethod, intervalBy } from "./intervals/interval.js";
import { liftInterval, type Ratio } from "./lift-interval.js";
import { combineReplicates } from "./replicates.js";

/** A difference below this share of the estimates' own errors is the rounding of exact sums … */
const roundingOfErrors = 1e-6;
/** … and so is one below this share of the estimates themselves (some 2,000 units in the last place). */
const roundingOfValues = 5e-13;

/**
 * candidate − baseline on the same clusters: never two marginal errors combined. Exactly 0 with no error
 * where the two are identical: sums of one thing under two scales differ by rounding.
 * See docs/methods.md, "Differences and lifts".
 */
export function difference(candidate: PointEstimate, baseline: PointEstimate): PointEstimate {
  const delta = combine(candidate, baseline, (a, b) => a - b, 1, -1);
  if (!identical(candidate, baseline, delta)) return delta;
  const influence = new Float64Array(delta.influence.length);
  return { ...delta, value: 0, influence, replicates: { ...delta.replicates, at: () => 0 } };
}

function identical(
  candidate: PointEstimate,
  baseline: PointEstimate,
  delta: PointEstimate,
): boolean {
  const errors = Math.max(standardError(candidate), standardError(baseline));
  const values = Math.max(Math.abs(candidate.value), Math.abs(baseline.value));
  const most = Math.max(roundingOfErrors * errors, roundingOfValues * values);
  return Math.abs(delta.value) <= most && standardError(delta) <= most;
}

/**
 * The relative difference (candidate − baseline)/|baseline|, which has the difference's sign, with its
 * interval by Fieller (for another method than t: of the ratio), which holds 0 exactly when that of the
 * difference does; or the reason why there is none: where the baseline's own interval reaches 0 a ratio to it
 * says nothing.
 */
export function lift(
  candidate: PointEstimate,
  baseline: PointEstimate,
  method: IntervalMethod,
  confidence: number,
): { readonly value: number; readonly interval: Interval } | { readonly none: Reason } {
  const base = baseline.value;
  const size = Math.abs(base);
  const [below, above] = method.margins(statisticOf(baseline), confidence);
  const margin = base < 0 ? above : below;
  if (size <= margin) {
    const message = `The baseline (${base}) is within its own error (±${margin}) of 0; a lift relative to it cannot be told.`;
    return { none: reason("baselineNearZero", message, { baseline: base, margin }) };
  }
  const delta = difference(candidate, baseline);
  const se = standardError(delta);
  if (delta.value === 0 && se === 0) return { value: 0, interval: [0, 0] };
  if (method === defaultInterval && se > 0) {
    const t = Math.max(...method.margins(statisticOf(delta), confidence)) / se;
    const interval = liftInterval(momentsOf(delta, baseline), t);
    if (interval !== undefined) return { value: delta.value / size, interval };
  }
  const ratio = combine(
    candidate,
    baseline,
    (a, b) => (a - b) / Math.abs(b),
    1 / size,
    -candidate.value / (base * size),
  );
  if (!Number.isFinite(ratio.value) || !Number.isFinite(standardError(ratio))) {
    const message = `The baseline (${base}) is too near 0 to divide by.`;
    return { none: reason("baselineNearZero", message, { baseline: base, margin }) };
  }
  return { value: ratio.value, interval: intervalBy(method, statisticOf(ratio), confidence) };
}

const momentsOf = (difference: PointEstimate, baseline: PointEstimate): Ratio => ({
  difference: difference.value,
  baseline: Math.abs(baseline.value),
  varDifference: covariance(difference.influence, difference.influence),
  varBaseline: covariance(baseline.influence, baseline.influence),
  covariance: Math.sign(baseline.value) * covariance(difference.influence, baseline.influence),
});

/** A function of two estimates of one scope, with its derivatives by both. */
function combine(
  a: PointEstimate,
  b: PointEstimate,
  of: (a: number, b: number) => number,
  byA: number,
  byB: number,
): PointEstimate {
  const influence = a.influence.map((psi, i) => byA * psi + byB * (b.influence[i] ?? 0));
  const { n, buckets, fewestBuckets } = a;
  const replicates = combineReplicates(a.replicates, b.replicates, of);
  const value = of(a.value, b.value);
  return { value, influence, n, buckets, fewestBuckets, means: [], gradient: [], replicates };
}

/** An estimate from a log of its own. */
export interface Independent {
  readonly value: number;
  readonly se: number;
}

/**
 * b − a for two independent arms: the errors add in quadrature (a Welch-type standard error); `p` is
 * one-sided for b ≤ a. Arms .5 ± .144 and .545 ± .185 differ by .045 ± .234, p = .423.
 */
export function independentDifference(
  a: Independent,
  b: Independent,
): { readonly value: number; readonly se: number; readonly p: number } {
  const value = b.value - a.value;
  const se = Math.hypot(a.se, b.se);
  return { value, se, p: se === 0 ? (value > 0 ? 0 : 1) : normalCdf(-value / se) };
}
