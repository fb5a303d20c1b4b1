import { type Reason, reason } from "../errors.js";
import type { Functional } from "../estimators/estimator.js";
import { bucketDraws, type Draws } from "./bucket-draws.js";
import { bucketWeights, replication } from "./bucket-weights.js";
import type { CentredColumn } from "./centred.js";
import type { Replicate, Replicates } from "./intervals/interval.js";
import type { Scope } from "./scope.js";

/**
 * Replicates of a smooth function of means from the sums of buckets. With weights w_b the mean of a component
 * is Σ_j n_j/n · (Σ_b w_b S_bj)/(Σ_b w_b n_bj) over loggers j, n_j their trajectories: the logger's own mean plus
 * the weighted mean of its centred cells, so that large means keep their digits. Its derivative by w_b at
 * w = 1 is (S_b − n_b μ̂_j)/n, the influence of the delta method.
 * See docs/methods.md, "Replicates".
 */
export function replicatesOf(
  scope: Scope,
  columns: readonly CentredColumn[],
  plugIn: Functional,
  fingerprints: readonly string[],
): Replicates {
  const meanAt = (weights: Float64Array): WeightedMean | Reason => {
    const counts = weightedCounts(scope, weights);
    if (counts.some((count) => !(count > 0))) return noWeight;
    const shifts = columns.map((column) => shiftsOf(scope, column, weights, counts));
    const shares = sharesIn(scope);
    const means = columns.map(({ mean }, k) =>
      shares.reduce((sum, share, j) => sum + share * (shifts[k]?.[j] ?? 0), mean),
    );
    const answer = plugIn(means);
    return "code" in answer ? answer : { ...answer, shifts, counts, shares };
  };
  return {
    buckets: scope.buckets,
    keys: scope.bucketKeys,
    curveLinear: false,
    drawn: memoised((by) => {
      const drawn = by === "buckets" ? ofBuckets(scope, columns) : ofUsers(scope, fingerprints);
      return drawn && valuesOf(drawn, sharesIn(scope), plugIn);
    }),
    at: (weights) => {
      const answer = meanAt(weights);
      return "code" in answer ? answer : answer.value;
    },
    withInfluence: (weights) => {
      const answer = meanAt(weights);
      if ("code" in answer) return answer;
      return { value: answer.value, influence: influenceAt(scope, columns, answer) };
    },
  };
}

const sharesIn = ({ loggers, n }: Scope): readonly number[] =>
  loggers.map((logger) => logger.n / n);

/** What is drawn of some components: a mean, and the weighted sums of what lies about it. */
interface DrawnComponents {
  readonly counts: Draws["counts"];
  readonly components: readonly {
    readonly mean: number;
    readonly sums: readonly Float64Array[];
  }[];
}

function ofBuckets(scope: Scope, columns: readonly CentredColumn[]): DrawnComponents {
  const { counts, sums } = bucketDraws(scope);
  return {
    counts,
    components: columns.map((column) => ({ mean: column.mean, sums: sums(column) })),
  };
}

/** Sums by user are not centred; undefined where a component was not added up by user. */
function ofUsers({ byUser }: Scope, fingerprints: readonly string[]): DrawnComponents | undefined {
  if (byUser === undefined) return undefined;
  const sums = fingerprints.map(byUser.sums);
  const components = sums.flatMap((sums) => (sums === undefined ? [] : { mean: 0, sums }));
  return components.length < sums.length ? undefined : { counts: byUser.counts, components };
}

/** g of the means in every replicate. */
function valuesOf(
  { counts, components }: DrawnComponents,
  shares: readonly number[],
  plugIn: Functional,
): readonly (number | Reason)[] {
  return Array.from({ length: replication.count }, (_, r) => {
    if (counts.some((count) => !((count[r] ?? 0) > 0))) return noWeight;
    const means = components.map(({ mean, sums }) =>
      shares.reduce(
        (sum, share, j) => sum + share * ((sums[j]?.[r] ?? 0) / (counts[j]?.[r] ?? 1)),
        mean,
      ),
    );
    const answer = plugIn(means);
    return "code" in answer ? answer : answer.value;
  });
}

type DrawReplicates = NonNullable<Replicates["drawn"]>;

/** Differences of an estimate from several others read its values again. */
function memoised(draw: DrawReplicates): DrawReplicates {
  const draws = new Map<Parameters<DrawReplicates>[0], ReturnType<DrawReplicates>>();
  return (by) => {
    if (!draws.has(by)) draws.set(by, draw(by));
    return draws.get(by);
  };
}

interface WeightedMean {
  readonly value: number;
  readonly gradient: readonly number[];
  /** By component and logging policy: how far the weighted mean lies from the mean. */
  readonly shifts: readonly Float64Array[];
  readonly counts: Float64Array;
  readonly shares: readonly number[];
}

function shiftsOf(
  scope: Scope,
  { cells }: CentredColumn,
  weights: Float64Array,
  counts: Float64Array,
): Float64Array {
  const sums = new Float64Array(scope.loggers.length);
  for (let i = 0; i < cells.length; i++) {
    const logger = scope.loggerIndex[i] ?? 0;
    sums[logger] =
      (sums[logger] ?? 0) + (weights[scope.bucketIndex[i] ?? 0] ?? 0) * (cells[i] ?? 0);
  }
  return sums.map((sum, j) => sum / (counts[j] ?? 1));
}

/** Of one more copy of every bucket: Σ_k g_k·n_j/n·(S_bk − n_b·m_kj)/N_j, all about the means with weights. */
function influenceAt(
  scope: Scope,
  columns: readonly CentredColumn[],
  { gradient, shifts, counts, shares }: WeightedMean,
): Float64Array {
  const influence = new Float64Array(scope.buckets);
  for (let i = 0; i < scope.rows.length; i++) {
    const j = scope.loggerIndex[i] ?? 0;
    let psi = 0;
    for (let k = 0; k < columns.length; k++) {
      const centred = (columns[k]?.cells[i] ?? 0) - (scope.counts[i] ?? 0) * (shifts[k]?.[j] ?? 0);
      psi += (gradient[k] ?? 0) * centred;
    }
    const slot = scope.bucketIndex[i] ?? 0;
    influence[slot] = (influence[slot] ?? 0) + (psi * (shares[j] ?? 0)) / (counts[j] ?? 1);
  }
  return influence;
}

function weightedCounts(scope: Scope, weights: Float64Array): Float64Array {
  const counts = new Float64Array(scope.loggers.length);
  for (let i = 0; i < scope.rows.length; i++) {
    const logger = scope.loggerIndex[i] ?? 0;
    counts[logger] =
      (counts[logger] ?? 0) + (weights[scope.bucketIndex[i] ?? 0] ?? 0) * (scope.counts[i] ?? 0);
  }
  return counts;
}

const noWeight: Reason = reason(
  "noWeight",
  "A replicate gives every trajectory of a logging policy the weight 0; draw weights that leave some.",
);

export interface Combination {
  readonly of: (a: number, b: number) => number;
  readonly slopes: (a: number, b: number) => readonly [byA: number, byB: number];
}

/** Replicates of a function of two statistics of one scope: both take the same weights. */
export function combineReplicates(
  a: Replicates,
  b: Replicates,
  { of, slopes }: Combination,
): Replicates {
  const larger = a.buckets >= b.buckets ? a : b;
  const both = <T>(
    left: T | Reason,
    right: T | Reason,
    make: (left: T, right: T) => T,
  ): T | Reason => {
    if (isNone(left)) return left;
    return isNone(right) ? right : make(left, right);
  };
  const [drawnA, drawnB] = [a.drawn, b.drawn];
  const combined: Replicates = {
    buckets: larger.buckets,
    ...(drawnA &&
      drawnB && {
        drawn: (by) => {
          const right = drawnB(by);
          return (
            right && drawnA(by)?.map((left, r) => both<number>(left, right[r] ?? noWeight, of))
          );
        },
      }),
    curveLinear: a.curveLinear || b.curveLinear,
    ...(larger.keys && { keys: larger.keys }),
    at: (weights) => both<number>(a.at(weights), b.at(weights), of),
  };
  const [ofA, ofB] = [a.withInfluence, b.withInfluence];
  if (ofA === undefined || ofB === undefined) return combined;
  return {
    ...combined,
    withInfluence: (weights) =>
      both<Replicate>(ofA(weights), ofB(weights), (left, right) => {
        const [byA, byB] = slopes(left.value, right.value);
        const influence = new Float64Array(larger.buckets);
        left.influence.forEach((psi, slot) => {
          influence[slot] = byA * psi;
        });
        right.influence.forEach((psi, slot) => {
          influence[slot] = (influence[slot] ?? 0) + byB * psi;
        });
        return { value: of(left.value, right.value), influence };
      }),
  };
}

const isNone = <T>(value: T | Reason): value is Reason =>
  typeof value === "object" && value !== null && "code" in value;

/** Slots of buckets that only a fitted curve holds have no number in the tally; these are beyond all of them. */
const firstKeyOfCurves = 1 << 15;

/**
 * Replicates that move with a fitted curve by its influence, Σ_b w_b·φ_b with the weights' mean set to 1: `shift`
 * is φ of every slot, those of buckets that only the fit holds after those of the scope.
 */
export function replicatesWithCurve(replicates: Replicates, shift: Float64Array): Replicates {
  const moved = (weights: Float64Array): number => {
    let [sum, total] = [0, 0];
    for (let b = 0; b < shift.length; b++) {
      sum += (weights[b] ?? 0) * (shift[b] ?? 0);
      total += weights[b] ?? 0;
    }
    return (sum * shift.length) / total;
  };
  const { keys, withInfluence, drawn } = replicates;
  const all = new Int32Array(shift.length);
  let most = 0;
  for (let slot = 0; slot < all.length; slot++) {
    const key = keys?.[slot] ?? firstKeyOfCurves + slot;
    all[slot] = key;
    if (key > most) most = key;
  }
  const inReplicate = (r: number): number => {
    const weights = bucketWeights(r, most);
    return moved(Float64Array.from(all, (key) => weights[key] ?? 0));
  };
  const shifted: Replicates = {
    buckets: shift.length,
    keys: all,
    curveLinear: true,
    ...(drawn && {
      // The curve's influence is known by bucket alone.
      drawn: memoised((by) => {
        const draws = by === "buckets" ? drawn(by) : undefined;
        return draws?.map((value, r) =>
          typeof value === "number" ? value + inReplicate(r) : value,
        );
      }),
    }),
    at: (weights) => {
      const value = replicates.at(weights);
      return typeof value === "number" ? value + moved(weights) : value;
    },
  };
  if (withInfluence === undefined) return shifted;
  return {
    ...shifted,
    withInfluence: (weights) => {
      const replicate = withInfluence(weights);
      if ("code" in replicate) return replicate;
      const total = weights.reduce((sum, w) => sum + w, 0);
      const mean = moved(weights) / shift.length;
      const influence = shift.map(
        (phi, slot) => (replicate.influence[slot] ?? 0) + ((phi - mean) * shift.length) / total,
      );
      return { value: replicate.value + moved(weights), influence };
    },
  };
}
