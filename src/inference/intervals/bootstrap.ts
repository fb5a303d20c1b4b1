import { square } from "../../numeric/elementary/square.js";
import { bucketWeights, replication } from "../bucket-weights.js";
import { norm } from "../delta.js";
import type { Replicate, Replicates, Statistic } from "./interval.js";
import { type QuantileCurve, quantileCurve } from "./quantile-curve.js";

const { count: replicateCount } = replication;

/** Fewer buckets give too few different values for a distribution. */
const fewestBuckets = 10;

const hasReplicates = (
  of: Statistic,
): of is Statistic & Required<Pick<Statistic, ReplicateField>> =>
  of.replicates !== undefined &&
  of.influence !== undefined &&
  of.replicates.buckets >= fewestBuckets;
type ReplicateField = "replicates" | "influence";

/**
 * The distribution of θ* − θ̂ over replicates, stretched by SE ÷ ‖ψ‖ so that corrections for few users and
 * rare rewards, which SE holds and replicates do not, stay in the interval; undefined without replicates, and
 * where fewer than half of them have a value.
 */
export function deviations(of: Statistic): QuantileCurve | undefined {
  if (!hasReplicates(of)) return undefined;
  const stretch = of.se / norm(of.influence);
  const distances = drawn(of.replicates, "plain").values.flatMap((value) =>
    Number.isFinite(value) ? [(value - of.value) * stretch] : [],
  );
  return distances.length < replicateCount / 2 ? undefined : quantileCurve(distances, of.se);
}

/** The distribution of (θ* − θ̂)/SE* over replicates. */
export function pivots(of: Statistic): QuantileCurve | undefined {
  if (!hasReplicates(of) || of.replicates.withInfluence === undefined) return undefined;
  const { values, errors } = drawn(of.replicates, "studentised");
  const ratios = values.flatMap((value, r) => {
    const se = errors[r] ?? 0;
    return se > 0 ? [(value - of.value) / se] : [];
  });
  return ratios.length < replicateCount / 2 ? undefined : quantileCurve(ratios, 1);
}

interface ReplicateValues {
  readonly values: readonly number[];
  /** SE* of each, where these were asked for. */
  readonly errors: readonly number[];
}

/** One statistic has an interval and a p-value. */
const caches = {
  plain: new WeakMap<Replicates, ReplicateValues>(),
  studentised: new WeakMap<Replicates, ReplicateValues>(),
};

function drawn(replicates: Replicates, kind: keyof typeof caches): ReplicateValues {
  const values = caches[kind].get(replicates) ?? draw(replicates, kind);
  caches[kind].set(replicates, values);
  return values;
}

function draw(replicates: Replicates, kind: keyof typeof caches): ReplicateValues {
  const { drawn: drawnOf } = replicates;
  const ready = kind === "plain" ? (drawnOf?.("users") ?? drawnOf?.("buckets")) : undefined;
  if (ready !== undefined) {
    return { values: ready.filter((value) => typeof value === "number"), errors: [] };
  }
  const values: number[] = [];
  const errors: number[] = [];
  const weights = new Float64Array(replicates.buckets);
  const keys = replicates.keys ?? Int32Array.from(weights, (_, b) => b);
  const most = keys.reduce((largest, key) => Math.max(largest, key), 0);
  const { at, withInfluence } = replicates;
  for (let r = 0; r < replicateCount; r++) {
    const row = bucketWeights(r, most);
    for (let b = 0; b < weights.length; b++) weights[b] = row[keys[b] ?? 0] ?? 0;
    const replicate = kind === "plain" ? at(weights) : (withInfluence?.(weights) ?? at(weights));
    if (typeof replicate === "number") values.push(replicate);
    // Weights that leave a logging policy without trajectories, which few buckets have, give no value.
    else if ("influence" in replicate) {
      values.push(replicate.value);
      errors.push(errorOf(replicate, weights));
    }
  }
  return { values, errors };
}

/** √Σ w·ψ*², w copies of every bucket. */
function errorOf({ influence }: Replicate, weights: Float64Array): number {
  let sum = 0;
  for (let b = 0; b < weights.length; b++) sum += (weights[b] ?? 0) * square(influence[b] ?? 0);
  return Math.sqrt(sum);
}
