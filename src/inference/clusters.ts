import { log2 } from "../numeric/elementary/log-in-base.js";
import { powerOfTwo } from "../numeric/elementary/power-of-two.js";
import { square } from "../numeric/elementary/square.js";
import { addTo, neumaierSum, neumaierTotals } from "../numeric/neumaier-sum.js";
import type { Scope } from "./scope.js";

/** Whole clusters of one logging policy: trajectories, and the sum about the stratum's mean. */
export interface Clusters {
  readonly sizes: ArrayLike<number>;
  readonly sums: ArrayLike<number>;
}

/** The variance of a mean of clusters, and the degrees of freedom of that variance. */
export interface ClusterVariance {
  readonly variance: number;
  readonly df: number;
  /** f_b = v_b/e_b: what corrects each cluster's square for the estimated mean. */
  readonly factors: Float64Array;
}

/**
 * V = Σ f_b S_b²/n² with ν = (Σv)²/F degrees of freedom, under the working model v_b = σ²m_b + τ²m_b² of
 * clusters of unequal size (Satterthwaite's approximation; Bell & McCaffrey 2002). Equal clusters give CR1
 * and ν = G − 1 exactly. `perTrajectory` is σ², the variance within clusters a trajectory.
 */
export function clusterVariance(clusters: Clusters, perTrajectory: number): ClusterVariance {
  const { sizes, sums } = clusters;
  const n = neumaierSum(sizes);
  const squares = sumOfSquares(sums);
  if (squares === 0) return varianceUnder(clusters, 1, 0);
  const within = Math.min(perTrajectory, squares / n);
  const between = Math.max(0, squares - n * within) / sumOfSquares(sizes);
  return varianceUnder(clusters, within, between);
}

/** `clusterVariance` with σ² and τ² given. */
export function varianceUnder(
  { sizes, sums }: Clusters,
  within: number,
  between: number,
): ClusterVariance {
  const n = neumaierSum(sizes);
  const unit = unitOf(mapped(sizes, (m) => within * m + between * m * m));
  const v = mapped(sizes, (m) => (within / unit) * m + (between / unit) * m * m);
  const whole = neumaierSum(v);
  const factors = new Float64Array(v.length);
  const [totals, lost] = [new Float64Array(6), new Float64Array(6)];
  for (let b = 0; b < v.length; b++) {
    const vb = v[b] ?? 0;
    const h = (sizes[b] ?? 0) / n;
    const f = vb / (vb - 2 * h * vb + h * h * whole);
    factors[b] = f;
    addTo(totals, lost, 0, f * square(sums[b] ?? 0));
    if (sizes[b] === 0) continue;
    addTo(totals, lost, 1, f * h * h);
    addTo(totals, lost, 2, f * vb * vb);
    addTo(totals, lost, 3, f * vb * h);
    addTo(totals, lost, 4, f * f * vb * vb);
    addTo(totals, lost, 5, f * f * vb * (whole * h * h - 2 * h * vb));
  }
  const [squares = 0, H = 0, W = 0, X = 0, own = 0, shared = 0] = neumaierTotals(totals, lost);
  const F = own + 2 * shared + 2 * H * W + 2 * X * X - 4 * X * H * whole + H * H * whole * whole;
  const variance = squares / (n * n);
  const df = (whole * whole) / F;
  // Where one cluster is all but everything the terms of F cancel to the last digit.
  return { variance, df: df > 0 ? df : 1, factors };
}

/**
 * The degrees of freedom of plain sums of clusters, Σ S_b²: ν under v_b = σ²m_b + τ²m_b², with both from the first two
 * moments Σ S_b²/m_b = σ²G + τ²n and Σ S_b² = σ²n + τ²Σm_b². Equal clusters have G − 1; one that brings most of the
 * trajectories has few.
 */
export function effectiveDf(clusters: Clusters): number {
  const { sizes, sums } = clusters;
  const count = sums.length;
  const [totals, lost] = [new Float64Array(4), new Float64Array(4)];
  for (let b = 0; b < count; b++) {
    const [m, s] = [sizes[b] ?? 1, sums[b] ?? 0];
    addTo(totals, lost, 0, m);
    addTo(totals, lost, 1, m * m);
    addTo(totals, lost, 2, (s * s) / m);
    addTo(totals, lost, 3, s * s);
  }
  const [n = 0, squares = 0, perTrajectory = 0, perCluster = 0] = neumaierTotals(totals, lost);
  const spread = count * squares - n * n;
  if (!(spread > 1e-9 * n * n)) return count - 1;
  const within = Math.max(0, perTrajectory * squares - n * perCluster);
  const between = Math.max(0, count * perCluster - n * perTrajectory);
  if (!(within + between > 0)) return count - 1;
  return Math.min(count - 1, Math.max(1, varianceUnder(clusters, within, between).df));
}

/** ν of a sum of independent variances: (ΣV_j)²/Σ(V_j²/ν_j) (Welch 1947, Satterthwaite 1946). */
export function welchDf(
  parts: readonly { readonly variance: number; readonly df: number }[],
): number {
  const unit = unitOf(parts.map(({ variance }) => variance));
  const total = parts.reduce((sum, { variance }) => sum + variance / unit, 0);
  return (
    square(total) / parts.reduce((sum, { variance, df }) => sum + square(variance / unit) / df, 0)
  );
}

/** A power of two near the largest value, so that squares of variances stay within the range of a double. */
function unitOf(values: ArrayLike<number>): number {
  let most = 2 ** -900;
  for (let at = 0; at < values.length; at++) most = Math.max(most, values[at] ?? 0);
  return powerOfTwo(Math.floor(log2(most)));
}

/** The error of an estimate from the influences of its buckets, with its degrees of freedom. */
export interface ClusteredError {
  /** What the square of each bucket's influence counts: SE² = Σ weight·influence². */
  readonly weights: Float64Array;
  readonly variance: number;
  readonly df: number;
}

/**
 * The variance of an estimate of a scope with the factors of `clusterVariance`, each logging policy a stratum
 * of its own and their degrees of freedom by Welch and Satterthwaite; where users come under several of them,
 * their influences are one. Buckets that only a fitted curve holds are a stratum of equal ones.
 * `perTrajectory` is σ², the variance within clusters a trajectory; 0 takes all of it for one between them.
 */
export function clusteredError(
  scope: Pick<Scope, "rows" | "counts" | "bucketIndex" | "buckets" | "loggerIndex" | "n">,
  influence: Float64Array,
  perTrajectory: number,
): ClusteredError {
  const weights = new Float64Array(influence.length).fill(1);
  const strata = cache.get(scope) ?? strataOf(scope);
  cache.set(scope, strata);
  const parts = strata.map(({ slots, sizes }) => {
    const n = neumaierSum(sizes);
    const scaled = (slots.length - 1) / slots.length;
    const sums = slots.map((slot) => (influence[slot] ?? 0) * scope.n * Math.sqrt(scaled));
    const { variance, df, factors } = clusterVariance({ sizes, sums }, perTrajectory);
    for (const [at, slot] of slots.entries()) weights[slot] = (factors[at] ?? 1) * scaled;
    return { variance: variance * square(n / scope.n), df };
  });
  const rest = influence.subarray(scope.buckets);
  const ofCurve = sumOfSquares(rest);
  if (ofCurve > 0) parts.push({ variance: ofCurve, df: Math.max(1, rest.length - 1) });
  const variance = parts.reduce((sum, part) => sum + part.variance, 0);
  const [first] = parts;
  const df = variance > 0 ? welchDf(parts.filter((part) => part.variance > 0)) : (first?.df ?? 1);
  return { weights, variance, df };
}

/** All lines of a feed have one scope. */
const cache = new WeakMap<object, readonly Stratum[]>();

interface Stratum {
  readonly slots: readonly number[];
  /** Trajectories of each slot. */
  readonly sizes: readonly number[];
}

/** The buckets of each logging policy, or all together where one is shared. */
function strataOf({
  rows,
  counts,
  bucketIndex,
  buckets,
  loggerIndex,
}: Parameters<typeof clusteredError>[0]): readonly Stratum[] {
  const sizes = new Float64Array(buckets);
  const loggers = new Int32Array(buckets).fill(-1);
  let isShared = false;
  for (let i = 0; i < rows.length; i++) {
    const slot = bucketIndex[i] ?? 0;
    const logger = loggerIndex[i] ?? 0;
    sizes[slot] = (sizes[slot] ?? 0) + (counts[i] ?? 0);
    if (loggers[slot] !== -1 && loggers[slot] !== logger) isShared = true;
    loggers[slot] = logger;
  }
  const groups = isShared ? [0] : [...new Set(loggers)];
  return groups.map((group) => {
    const slots = [...loggers.keys()].filter((slot) => isShared || loggers[slot] === group);
    return { slots, sizes: slots.map((slot) => sizes[slot] ?? 0) };
  });
}

const sumOfSquares = (values: ArrayLike<number>): number =>
  neumaierSum(mapped(values, (value) => value * value));

function mapped(
  values: ArrayLike<number>,
  of: (value: number, at: number) => number,
): Float64Array {
  const list = new Float64Array(values.length);
  for (let at = 0; at < list.length; at++) list[at] = of(values[at] ?? 0, at);
  return list;
}
