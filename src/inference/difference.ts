import { type Reason, reason } from "../errors.js";
import { type Answer, standardError } from "./delta.js";
import { criticalValue, type Interval, interval } from "./interval.js";

/** A difference below this share of the answers' own errors is the rounding of exact sums … */
const roundingOfErrors = 1e-6;
/** … and so is one below this share of the answers themselves (some 2,000 units in the last place). */
const roundingOfValues = 5e-13;

/**
 * candidate − baseline on the same clusters (methods D.7): never two marginal errors combined. Exactly
 * 0 with no error where the two are identical: sums of one thing under two scales differ by rounding.
 */
export function difference(candidate: Answer, baseline: Answer): Answer {
  const delta = combine(candidate, baseline, candidate.value - baseline.value, 1, -1);
  if (!identical(candidate, baseline, delta)) return delta;
  return { ...delta, value: 0, influence: new Float64Array(delta.influence.length) };
}

function identical(candidate: Answer, baseline: Answer, delta: Answer): boolean {
  const errors = Math.max(standardError(candidate), standardError(baseline));
  const values = Math.max(Math.abs(candidate.value), Math.abs(baseline.value));
  const most = Math.max(roundingOfErrors * errors, roundingOfValues * values);
  return Math.abs(delta.value) <= most && standardError(delta) <= most;
}

/**
 * The relative difference (candidate − baseline)/|baseline|, which has the difference's sign, with its
 * delta-method interval, or the reason why there is none: where the baseline's own interval reaches 0 a ratio to it says nothing.
 */
export function lift(
  candidate: Answer,
  baseline: Answer,
  confidence: number,
): { readonly value: number; readonly interval: Interval } | { readonly none: Reason } {
  const base = baseline.value;
  const margin = criticalValue(confidence, baseline.buckets) * standardError(baseline);
  if (Math.abs(base) <= margin) {
    const message = `The baseline (${base}) is within its own error (±${margin}) of 0; a lift relative to it cannot be told.`;
    return { none: reason("baselineNearZero", message, { baseline: base, margin }) };
  }
  const delta = difference(candidate, baseline);
  if (delta.value === 0 && standardError(delta) === 0) return { value: 0, interval: [0, 0] };
  const size = Math.abs(base);
  const value = (candidate.value - base) / size;
  const ratio = combine(candidate, baseline, value, 1 / size, -candidate.value / (base * size));
  const se = standardError(ratio);
  if (!Number.isFinite(value) || !Number.isFinite(se)) {
    const message = `The baseline (${base}) is too near 0 to divide by.`;
    return { none: reason("baselineNearZero", message, { baseline: base, margin }) };
  }
  return { value, interval: interval(value, se, confidence, ratio.buckets) };
}

function combine(a: Answer, b: Answer, value: number, byA: number, byB: number): Answer {
  const influence = a.influence.map((psi, i) => byA * psi + byB * (b.influence[i] ?? 0));
  const { n, buckets, fewest } = a;
  return { value, influence, n, buckets, fewest, means: [], gradient: [] };
}
