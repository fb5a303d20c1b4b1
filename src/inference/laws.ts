import { InternalError } from "../errors.js";
import { type Insist, type Law, laws } from "../laws.js";
import { createRandom } from "../random/create-random.js";
import { bucketWeights } from "./bucket-weights.js";
import { covariance, type PointEstimate, standardError } from "./delta.js";

export const replicateLaws: readonly Law<PointEstimate>[] = laws({
  nameOf: () => "Replicates:",
  laws: {
    "weights of all ones give the value": onesGiveValue,
    "the size of the weights does not matter": sizeDoesNotMatter,
    "the slope by a bucket's weight is the bucket's influence": slopeIsInfluence,
    "what a copy moves is the slope at any weights": influenceAtWeights,
    "what the bootstrap draws is the value at its weights": drawnAtWeights,
    "the jackknife agrees with the delta method": jackknifeAgrees,
  },
});

const ones = ({ replicates }: PointEstimate): Float64Array =>
  new Float64Array(replicates.buckets).fill(1);

function valueAt({ replicates }: PointEstimate, weights: Float64Array): number {
  const value = replicates.at(weights);
  if (typeof value === "number") return value;
  throw new InternalError(`A replicate has no value: ${value.message}`);
}

/** Rounding of sums: of the value, and of the error that the sums have. */
const rounding = (pointEstimate: PointEstimate): number =>
  1e-12 * Math.abs(pointEstimate.value) + 1e-9 * standardError(pointEstimate);

function onesGiveValue(pointEstimate: PointEstimate, insist: Insist): void {
  const value = valueAt(pointEstimate, ones(pointEstimate));
  const holds = Math.abs(value - pointEstimate.value) <= rounding(pointEstimate);
  insist(holds, "Weights of all ones do not give the value", {
    value,
    expected: pointEstimate.value,
  });
}

function sizeDoesNotMatter(pointEstimate: PointEstimate, insist: Insist): void {
  const random = createRandom("laws of replicates");
  const weights = ones(pointEstimate).map(() => 0.5 + random.next());
  const [one, three] = [1, 3].map((size) =>
    valueAt(
      pointEstimate,
      weights.map((w) => size * w),
    ),
  );
  const holds = Math.abs((one ?? 0) - (three ?? 0)) <= rounding(pointEstimate);
  insist(holds, "The size of the weights matters", { one: one ?? 0, three: three ?? 0 });
}

const isComparable = ({ fewestBuckets }: PointEstimate): boolean => fewestBuckets >= 2;

/** Central differences of 40 buckets; influences hold √(B/(B − 1)), B the buckets of their logging policy. */
function slopeIsInfluence(pointEstimate: PointEstimate, insist: Insist): void {
  if (!isComparable(pointEstimate)) return;
  const step = 1e-3;
  const every = Math.max(1, Math.floor(pointEstimate.replicates.buckets / 40));
  const [most] = [standardError(pointEstimate)];
  for (let b = 0; b < pointEstimate.replicates.buckets; b += every) {
    const [up, down] = [1 + step, 1 - step].map((w) =>
      valueAt(pointEstimate, ones(pointEstimate).with(b, w)),
    );
    const slope = ((up ?? 0) - (down ?? 0)) / (2 * step);
    const influence = pointEstimate.influence[b] ?? 0;
    const allowed =
      Math.abs(influence) / (pointEstimate.fewestBuckets - 1) +
      1e-5 * most +
      1e-9 * rounding(pointEstimate);
    insist(
      Math.abs(slope - influence) <= allowed,
      "A weight moves the value unlike its influence",
      {
        bucket: b,
        slope,
        influence,
      },
    );
  }
}

/** Central differences of 20 buckets at weights between 0.5 and 1.5. */
function influenceAtWeights(pointEstimate: PointEstimate, insist: Insist): void {
  const { replicates } = pointEstimate;
  const random = createRandom("laws of replicates, influence");
  const weights = ones(pointEstimate).map(() => 0.5 + random.next());
  const at = replicates.withInfluence?.(weights);
  if (at === undefined || "code" in at || !isComparable(pointEstimate)) return;
  const [step, most] = [1e-3, standardError(pointEstimate)];
  const every = Math.max(1, Math.floor(replicates.buckets / 20));
  for (let b = 0; b < replicates.buckets; b += every) {
    const [up, down] = [step, -step].map((by) =>
      valueAt(pointEstimate, weights.with(b, (weights[b] ?? 0) + by)),
    );
    const slope = ((up ?? 0) - (down ?? 0)) / (2 * step);
    const influence = at.influence[b] ?? 0;
    const allowed = 1e-4 * Math.abs(influence) + 1e-5 * most + 1e-9 * rounding(pointEstimate);
    insist(Math.abs(slope - influence) <= allowed, "A copy moves the value unlike its influence", {
      bucket: b,
      slope,
      influence,
    });
  }
}

/** The first 20 replicates, to the last bit: they add the same numbers in the same order. */
function drawnAtWeights(pointEstimate: PointEstimate, insist: Insist): void {
  const { drawn, keys, at, buckets } = pointEstimate.replicates;
  const values = drawn?.("buckets");
  if (values === undefined || keys === undefined) return;
  const most = keys.reduce((largest, key) => Math.max(largest, key), 0);
  for (let r = 0; r < 20; r++) {
    const row = bucketWeights(r, most);
    const expected = at(Float64Array.from({ length: buckets }, (_, b) => row[keys[b] ?? 0] ?? 0));
    const value = values[r];
    if (typeof expected !== "number" || typeof value !== "number") continue;
    insist(value === expected, "A drawn value is not that at its weights", { r, value, expected });
  }
}

/** Leaving out one bucket at a time: (B − 1)/B·Σ(θ₍₋b₎ − θ̄)² is SE² to a few shares of 1/B. */
function jackknifeAgrees(pointEstimate: PointEstimate, insist: Insist): void {
  if (!isComparable(pointEstimate)) return;
  const { buckets } = pointEstimate.replicates;
  const values = Float64Array.from({ length: buckets }, (_, b) =>
    valueAt(pointEstimate, ones(pointEstimate).with(b, 0)),
  );
  const mean = values.reduce((a, b) => a + b, 0) / buckets;
  const centred = values.map((value) => value - mean);
  const se = Math.sqrt(((buckets - 1) / buckets) * covariance(centred, centred));
  const expected = standardError(pointEstimate);
  const holds =
    Math.abs(se - expected) <=
    (10 / pointEstimate.fewestBuckets) * expected + rounding(pointEstimate);
  insist(holds, "The jackknife disagrees with the delta method", { se, expected, buckets });
}
