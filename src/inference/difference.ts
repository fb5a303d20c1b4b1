import { type Reason, reason } from "../errors.js";
import { subtractDoubleDouble, toDouble } from "../numeric/double-double.js";
import { square } from "../numeric/elementary/square.js";
import { covariance, type PointEstimate, standardError, statisticOf } from "./delta.js";
import { defaultInterval } from "./inference.js";
import { type Interval, type IntervalMethod, intervalBy } from "./intervals/interval.js";
import { type Combination, combineReplicates } from "./replicates.js";
import type { LastDigits } from "./unrounded.js";

/** A difference that is smaller than this share of the two values or of their errors has lost digits to them. */
const cancelled = 1e-6;
/** The last digits of values and sums in which two formulas for one thing may differ: some 64 units in the last place. */
const roundingOfFormulas = 2 ** -46;

/**
 * candidate − baseline on the same clusters: never two marginal errors combined. Exactly 0 with no error
 * where nothing but rounding tells the two apart. Where both share one large reward the difference is far
 * smaller than either, and is taken of their sums with all the digits that these have.
 * See docs/methods.md, "Differences and lifts".
 */
export function difference(candidate: PointEstimate, baseline: PointEstimate): PointEstimate {
  const delta = combine(candidate, baseline, { of: (a, b) => a - b, slopes: () => [1, -1] });
  const sizes = [candidate, baseline].flatMap((pointEstimate) => [
    Math.abs(pointEstimate.value),
    standardError(pointEstimate),
  ]);
  const small = cancelled * Math.max(...sizes);
  if (isRounding(delta, small)) return nothing(delta);
  if (standardError(delta) > small) return delta;
  const [a, b] = [candidate.unrounded?.(), baseline.unrounded?.()];
  if (a === undefined || b === undefined) return delta;
  const value = delta.value + (a.value - b.value);
  const influence = delta.influence.map(
    (psi, i) => psi + ((a.influence[i] ?? 0) - (b.influence[i] ?? 0)),
  );
  const exact = { ...delta, value, influence };
  const isLastDigits =
    Math.abs(value) <= roundingOfFormulas * (Math.abs(candidate.value) + Math.abs(baseline.value));
  const isOne = isRounding(exact, small) || (isLastDigits && isOneSum(a.sums, b.sums));
  return isOne ? nothing(exact) : exact;
}

/** Whether a difference is no larger than rounding, which is itself small against what is compared. */
const isRounding = (delta: PointEstimate, small: number): boolean => {
  const size = Math.max(Math.abs(delta.value), standardError(delta));
  return size <= Math.min(delta.rounding, small);
};

/** Whether the sums of every bucket agree but for the last digits of how they are computed. */
const isOneSum = (a: LastDigits["sums"], b: LastDigits["sums"]): boolean =>
  a.every((sum, i) => {
    const other = b[i] ?? { hi: 0, lo: 0 };
    const size = Math.abs(sum.hi) + Math.abs(other.hi);
    return Math.abs(toDouble(subtractDoubleDouble(sum, other))) <= roundingOfFormulas * size;
  });

const nothing = (delta: PointEstimate): PointEstimate => ({
  ...delta,
  value: 0,
  influence: new Float64Array(delta.influence.length),
  replicates: {
    buckets: delta.replicates.buckets,
    curveLinear: delta.replicates.curveLinear,
    at: () => 0,
  },
});

/**
 * The relative difference (candidate − baseline)/|baseline|, which has the difference's sign, with its
 * interval by Fieller (for another method than t: of the ratio), which holds 0 exactly when `ofDifference`, the
 * interval of the difference, does; or the reason why there is none: where the baseline's own interval reaches 0 a
 * ratio to it says nothing.
 */
export function lift(
  candidate: PointEstimate,
  baseline: PointEstimate,
  method: IntervalMethod,
  confidence: number,
  ofDifference?: Interval,
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
    if (interval?.every(Number.isFinite)) return { value: delta.value / size, interval };
    const message = `The baseline (${base}) is too near 0 for its error: a lift relative to it could be any number.`;
    return { none: reason("baselineNearZero", message, { baseline: base, margin }) };
  }
  const ratio = combine(candidate, baseline, {
    of: (a, b) => (a - b) / Math.abs(b),
    slopes: (a, b) => [1 / Math.abs(b), -a / (b * Math.abs(b))],
  });
  if (!Number.isFinite(ratio.value) || !Number.isFinite(standardError(ratio))) {
    const message = `The baseline (${base}) is too near 0 to divide by.`;
    return { none: reason("baselineNearZero", message, { baseline: base, margin }) };
  }
  const interval = intervalBy(method, statisticOf(ratio), confidence);
  const bounds = ofDifference ?? intervalBy(method, statisticOf(delta), confidence);
  return { value: ratio.value, interval: agreeingAtZero(interval, bounds, size) };
}

/**
 * "The lift is 0" and "the difference is 0" are one hypothesis, which two approximations may answer in two ways: an
 * end that lies on another side of 0 than that of the difference is that of the difference, over the baseline.
 */
export function agreeingAtZero(
  [lo, hi]: Interval,
  [below, above]: Interval,
  baseline: number,
): readonly [lo: number, hi: number] {
  return [
    lo > 0 === below > 0 ? lo : below / baseline,
    hi < 0 === above < 0 ? hi : above / baseline,
  ];
}

const momentsOf = (difference: PointEstimate, baseline: PointEstimate): Ratio => ({
  difference: difference.value,
  baseline: Math.abs(baseline.value),
  varDifference: covariance(difference.influence, difference.influence),
  varBaseline: covariance(baseline.influence, baseline.influence),
  covariance: Math.sign(baseline.value) * covariance(difference.influence, baseline.influence),
});

/** A function of two estimates of one scope, with its derivatives by both. */
function combine(a: PointEstimate, b: PointEstimate, by: Combination): PointEstimate {
  const [byA, byB] = by.slopes(a.value, b.value);
  const influence = a.influence.map((psi, i) => byA * psi + byB * (b.influence[i] ?? 0));
  const { n, buckets, fewestBuckets, strata } = a;
  const replicates = combineReplicates(a.replicates, b.replicates, by);
  const value = by.of(a.value, b.value);
  const rounding = Math.abs(byA) * a.rounding + Math.abs(byB) * b.rounding;
  const sizes = {
    ...{ n, buckets, fewestBuckets, strata },
    ...(a.sizes && { sizes: a.sizes }),
  };
  return { value, influence, ...sizes, means: [], gradient: [], replicates, rounding };
}

interface Ratio {
  readonly difference: number;
  readonly baseline: number;
  readonly varDifference: number;
  readonly varBaseline: number;
  readonly covariance: number;
}

/**
 * Fieller's interval of the lift ℓ = difference ÷ baseline: all ℓ for which difference − ℓ·baseline is
 * not rejected at t. It holds 0 exactly when difference ± t·SE does. Undefined where it is unbounded: where
 * the baseline is within t standard errors of 0.
 */
export function liftInterval(
  { difference, baseline, varDifference, varBaseline, covariance }: Ratio,
  t: number,
): readonly [lo: number, hi: number] | undefined {
  const a = square(baseline) - square(t) * varBaseline;
  if (!(a > 0)) return undefined;
  const half = difference * baseline - square(t) * covariance;
  const c = square(difference) - square(t) * varDifference;
  const root = Math.sqrt(Math.max(0, square(half) - a * c));
  const far = half >= 0 ? half + root : half - root;
  const [one, other] = [far / a, far === 0 ? 0 : c / far];
  return one < other ? [one, other] : [other, one];
}
