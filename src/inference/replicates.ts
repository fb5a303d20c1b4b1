import { type Reason, reason } from "../errors.js";
import type { Functional } from "../estimators/estimator.js";
import type { CentredColumn } from "./centred.js";
import type { Replicates } from "./intervals/interval.js";
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
): Replicates {
  return {
    buckets: scope.buckets,
    curveFixed: false,
    at: (weights) => {
      const counts = weightedCounts(scope, weights);
      if (counts.some((count) => !(count > 0))) return noWeight;
      const means = columns.map(({ mean, cells }) => {
        const sums = new Float64Array(scope.loggers.length);
        for (let i = 0; i < cells.length; i++) {
          const logger = scope.loggerIndex[i] ?? 0;
          sums[logger] =
            (sums[logger] ?? 0) + (weights[scope.bucketIndex[i] ?? 0] ?? 0) * (cells[i] ?? 0);
        }
        return scope.loggers.reduce(
          (sum, { n }, j) => sum + ((n / scope.n) * (sums[j] ?? 0)) / (counts[j] ?? 1),
          mean,
        );
      });
      const found = plugIn(means);
      return "code" in found ? found : found.value;
    },
  };
}

/** Weighted trajectories of every logging policy. */
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

/** Replicates of a function of two statistics of one scope: both take the same weights. */
export function combineReplicates(
  a: Replicates,
  b: Replicates,
  of: (a: number, b: number) => number,
): Replicates {
  return {
    buckets: a.buckets,
    curveFixed: a.curveFixed || b.curveFixed,
    at: (weights) => {
      const [left, right] = [a.at(weights), b.at(weights)];
      if (typeof left !== "number") return left;
      return typeof right === "number" ? of(left, right) : right;
    },
  };
}
