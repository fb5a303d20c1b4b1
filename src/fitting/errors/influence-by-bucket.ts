import type { Reason } from "../../errors.js";
import type { Fit } from "../../exposure/curve.js";
import type { TransitionValues } from "../../exposure/transitions/sums.js";
import type { Depths } from "../depths.js";
import { curveInfluence } from "./influence.js";

/** The influence of each bucket's trajectories on results. */
export interface BucketInfluence {
  /** Those that hold trajectories, ascending. */
  readonly buckets: Int32Array;
  /** By the result's slopes in log p: a number for each of `buckets`, or the reason for none. */
  readonly of: (slopes: readonly number[]) => Float64Array | Reason;
}

/**
 * The influence on a result of the trajectories of each bucket, by the result's slopes along the fitted
 * curve (see `curveInfluence`, whose reasons it gives). `depths` are those of the fit, or a part of them
 * such as a day; all buckets of the fit add to 0. The depths are put in order once, so that `of`
 * may be called for hundreds of results.
 */
export function influenceByBucket(fit: Fit, depths: Depths): BucketInfluence {
  const { buckets, starts, cells, counts } = byBucket(depths);
  const of = (slopes: readonly number[]): Float64Array | Reason => {
    const values = curveInfluence(fit, slopes);
    if ("code" in values) return values;
    const ofCells = ofTrajectories(values, cells);
    const influence = new Float64Array(buckets.length);
    for (let b = 0; b < buckets.length; b++) {
      let sum = 0;
      const end = starts[b + 1] ?? 0;
      for (let i = starts[b] ?? 0; i < end; i++)
        sum += (counts[i] ?? 0) * (ofCells[cells[i] ?? 0] ?? 0);
      influence[b] = sum;
    }
    return influence;
  };
  return { buckets, of };
}

/** Rows in order of buckets; a cell is 2·depth + censored. */
function byBucket({ bucket, depth, censored, trajectories }: Depths): {
  readonly buckets: Int32Array;
  readonly starts: Int32Array;
  readonly cells: Int32Array;
  readonly counts: Float64Array;
} {
  const order = Int32Array.from(depth, (_, row) => row).sort(
    (a, b) => (bucket[a] ?? 0) - (bucket[b] ?? 0) || a - b,
  );
  const buckets: number[] = [];
  const starts: number[] = [];
  order.forEach((row, i) => {
    const here = bucket[row] ?? 0;
    if (buckets.at(-1) === here) return;
    buckets.push(here);
    starts.push(i);
  });
  return {
    buckets: Int32Array.from(buckets),
    starts: Int32Array.from([...starts, order.length]),
    cells: order.map((row) => 2 * (depth[row] ?? 0) + (censored[row] ?? 0)),
    counts: Float64Array.from(order, (row) => trajectories[row] ?? 0),
  };
}

/**
 * Σ_{j<depth} continuation_j, and stop_depth unless censored there, at 2·depth + censored; depths beyond the
 * ranks of the fit add nothing more.
 */
function ofTrajectories({ stop, continuation }: TransitionValues, cells: Int32Array): Float64Array {
  const deepest = cells.reduce((most, cell) => Math.max(most, cell >> 1), 0);
  const sums = new Float64Array(2 * (deepest + 1));
  let passed = 0;
  for (let depth = 1; depth <= deepest; depth++) {
    sums[2 * depth] = passed + (stop[depth - 1] ?? 0);
    sums[2 * depth + 1] = passed;
    passed += continuation[depth - 1] ?? 0;
  }
  return sums;
}
