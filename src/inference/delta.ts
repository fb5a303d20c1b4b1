import { type Reason, reason } from "../errors.js";
import type { Functional } from "../estimators/estimator.js";
import type { CentredColumn } from "./centred.js";
import { effectiveDf, welchDf } from "./clusters.js";
import type { Replicates, Statistic } from "./intervals/interval.js";
import { replicatesOf } from "./replicates.js";
import { influenceFactors, type Scope } from "./scope.js";
import { type LastDigits, unroundedOf } from "./unrounded.js";

/**
 * An estimate with the influence of every bucket on it, scaled so that SE² is the plain sum of squares and
 * the covariance of two estimates of one scope the plain sum of products. Differences and lifts are linear
 * in it.
 */
export interface PointEstimate {
  readonly value: number;
  readonly influence: Float64Array;
  readonly n: number;
  readonly buckets: number;
  /** The fewest buckets of any logging policy. */
  readonly fewestBuckets: number;
  /** Trajectories of each bucket; absent: as many of each. */
  readonly sizes?: Float64Array;
  /** The buckets of each logging policy, where there are several and no bucket comes under two of them. */
  readonly strata?: readonly (readonly number[])[] | undefined;
  /** Mean per trajectory of every component, and how the value moves with each. */
  readonly means: readonly number[];
  readonly gradient: readonly number[];
  /** The same value from other weights of the buckets. */
  readonly replicates: Replicates;
  /** The most by which rounding changes the value, and the standard error too. */
  readonly rounding: number;
  /** The digits that doubles do not hold, where two large numbers nearly cancel. */
  readonly unrounded?: () => LastDigits;
}

/**
 * The delta method from bucket sums, written once for all estimators: with S_b the component sums of
 * bucket b and n_b its trajectories, θ̂ = g(ΣS/n) and ψ_b = ∇g·(S_b − n_b μ̂), each logging policy centred on
 * its own mean and scaled by sqrt(B_j/(B_j − 1)).
 * See docs/methods.md, "Standard errors from bucket sums" and "Several logging policies".
 */
export function estimateIn(
  scope: Scope,
  fingerprints: readonly string[],
  plugIn: Functional,
): PointEstimate | Reason {
  if (scope.n === 0) return reason("emptyStratum", "No trajectory falls here.");
  const few = scope.loggers.find(({ buckets }) => buckets < 2);
  if (few !== undefined) return tooFewClusters(scope);
  const columns = fingerprints.map(scope.column);
  const means = columns.map(({ mean }) => mean);
  const result = plugIn(means);
  if ("code" in result) return result;
  const { influence, gross } = influences(scope, columns, result.gradient);
  if (!(largestOf(influence, result.value) < largestNumber)) return overflow();
  const fewestBuckets = scope.loggers.reduce(
    (least, { buckets }) => Math.min(least, buckets),
    scope.buckets,
  );
  const { value, gradient } = result;
  const { kept: n, buckets } = scope;
  const replicates = replicatesOf(scope, columns, plugIn, fingerprints);
  const ofSums = columns.reduce(
    (sum, column, k) => sum + Math.abs(gradient[k] ?? 0) * column.rounding,
    0,
  );
  return {
    value,
    influence,
    n,
    buckets,
    fewestBuckets,
    sizes: scope.sizes(),
    strata: scope.strata(),
    means,
    gradient,
    replicates,
    rounding: ofSums + ofArithmetic(value, influence, gross, gradient),
    unrounded: () => unroundedOf(scope, columns, gradient, influence),
  };
}

/** Of one mean as it is, double the digits of a double are known; of several, parts of them may cancel. */
function ofArithmetic(
  value: number,
  influence: Float64Array,
  gross: Float64Array,
  gradient: readonly number[],
): number {
  const isMean = gradient.every((slope, k) => slope === (k === 0 ? 1 : 0));
  return isMean
    ? 2 ** -104 * (Math.abs(value) + norm(influence))
    : 2 ** -53 * (Math.abs(value) + norm(gross));
}

export const norm = (values: Float64Array): number => Math.sqrt(covariance(values, values));

function influences(
  scope: Scope,
  columns: readonly CentredColumn[],
  gradient: readonly number[],
): { readonly influence: Float64Array; readonly gross: Float64Array } {
  const factors = influenceFactors(scope);
  const influence = new Float64Array(scope.buckets);
  const gross = new Float64Array(scope.buckets);
  for (let i = 0; i < scope.rows.length; i++) {
    let psi = 0;
    let size = 0;
    for (let k = 0; k < columns.length; k++) {
      const part = (gradient[k] ?? 0) * (columns[k]?.cells[i] ?? 0);
      psi += part;
      size += Math.abs(part);
    }
    const slot = scope.bucketIndex[i] ?? 0;
    const factor = factors[scope.loggerIndex[i] ?? 0] ?? 0;
    influence[slot] = (influence[slot] ?? 0) + psi * factor;
    gross[slot] = (gross[slot] ?? 0) + size * factor;
  }
  return { influence, gross };
}

/** Squares of larger numbers leave the range of a double. */
const largestNumber = 1e150;

/** The largest size among value and influence; NaN where one is NaN. */
const largestOf = (influence: Float64Array, value: number): number =>
  influence.reduce((most, psi) => Math.max(most, Math.abs(psi)), Math.abs(value));

const overflow = (): Reason =>
  reason(
    "overflow",
    `The sums are beyond what can be computed with (${largestNumber}): a reward is too large, or an item was shown with next to no exposure. Look at the largest rewards and the smallest logged exposures, or clip.`,
    { largest: largestNumber },
  );

function tooFewClusters({ loggers, buckets }: Scope): Reason {
  const fewest = Math.min(...loggers.map((logger) => logger.buckets));
  const here = loggers.length > 1 ? "one logging policy has" : "here is";
  const message = `A standard error needs at least 2 users (or trajectories) of every logging policy; ${here} ${fewest}.`;
  return reason("tooFewClusters", message, { buckets, loggers: loggers.length, fewest });
}

export const standardError = ({ influence }: Pick<PointEstimate, "influence">): number =>
  norm(influence);

/**
 * An estimate as interval methods read it: the degrees of freedom of its buckets, or those of a sum of the logging
 * policies' variances where each has buckets of its own.
 */
export function statisticOf(pointEstimate: PointEstimate): Statistic {
  const { value, n: trajectories, influence, replicates } = pointEstimate;
  const statistic = statistics.get(pointEstimate) ?? {
    value,
    se: standardError(pointEstimate),
    degreesOfFreedom: degreesOfFreedom(pointEstimate),
    ...{ trajectories, influence, replicates },
  };
  statistics.set(pointEstimate, statistic);
  return statistic;
}

/** Rows, intervals, lifts and diagnostics read that of one estimate. */
const statistics = new WeakMap<PointEstimate, Statistic>();

/**
 * ν of the buckets; of several logging policies that of ΣV_j (Welch and Satterthwaite; docs/methods.md, "Several
 * logging policies").
 */
export function degreesOfFreedom({
  influence,
  buckets,
  sizes,
  strata,
}: Pick<PointEstimate, "influence" | "buckets" | "sizes" | "strata">): number {
  const ofBuckets = influence.subarray(0, buckets);
  if (strata === undefined)
    return sizes === undefined ? buckets - 1 : effectiveDf({ sizes, sums: ofBuckets });
  const beyond = influence.subarray(buckets);
  const ofSlots = (slots: readonly number[]) => {
    const sums = slots.map((slot) => ofBuckets[slot] ?? 0);
    return partOf(sums, sizes && slots.map((slot) => sizes[slot] ?? 0));
  };
  const parts = [...strata.map(ofSlots), partOf(beyond)].filter(({ variance }) => variance > 0);
  return parts.length === 0 ? buckets - 1 : welchDf(parts);
}

function partOf(sums: ArrayLike<number>, sizes?: ArrayLike<number>) {
  const variance = Array.from(sums).reduce((sum, psi) => sum + psi * psi, 0);
  const df = sizes === undefined ? sums.length - 1 : effectiveDf({ sizes, sums });
  return { variance, df: Math.max(1, df) };
}

export function covariance(a: Float64Array, b: Float64Array): number {
  let sum = 0;
  let rest = 0;
  for (let i = 0; i < a.length; i++) {
    const term = (a[i] ?? 0) * (b[i] ?? 0);
    const next = sum + term;
    rest += Math.abs(sum) >= Math.abs(term) ? sum - next + term : term - next + sum;
    sum = next;
  }
  return sum + rest;
}
