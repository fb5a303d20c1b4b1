import type { Reason } from "../errors.js";
import type { TransitionScore } from "../exposure/score.js";
import type { Depths } from "./depths.js";
import type { Fit } from "./fitter.js";
import { curveInfluence } from "./influence.js";

/**
 * The influence on a result of the trajectories of each bucket, by the result's slopes along the fitted
 * curve (see `curveInfluence`, whose reasons it gives). `depths` are those of the fit, or a part of them
 * such as a day; all buckets of the fit add to 0. One pass over the rows, fastest where they are sorted
 * by bucket.
 */
export function influenceByBucket(
  fit: Fit,
  slopes: readonly number[],
  depths: Depths,
): ReadonlyMap<number, number> | Reason {
  const influence = curveInfluence(fit, slopes);
  if ("code" in influence) return influence;
  const own = ofTrajectories(influence);
  const beyond = own.length / 2 - 1;
  const { bucket, depth, censored, trajectories } = depths;
  const sums = new Map<number, number>();
  let [current, sum] = [bucket[0] ?? 0, 0];
  for (let row = 0; row < depth.length; row++) {
    const here = bucket[row] ?? 0;
    if (here !== current) {
      sums.set(current, sum);
      [current, sum] = [here, sums.get(here) ?? 0];
    }
    const deepest = Math.min(depth[row] ?? Number.NaN, beyond);
    sum += (trajectories[row] ?? 0) * (own[2 * deepest + (censored[row] ?? 0)] ?? Number.NaN);
  }
  if (depth.length > 0) sums.set(current, sum);
  return sums;
}

/**
 * Σ_{j<depth} onward_j, and stop_depth unless censored there, at 2·depth + censored; depths beyond the
 * ranks of the fit add nothing more, and share the last place.
 */
function ofTrajectories({ stop, onward }: TransitionScore): Float64Array {
  const own = new Float64Array(2 * (stop.length + 2));
  let passed = 0;
  for (let depth = 1; depth <= stop.length + 1; depth++) {
    own[2 * depth] = passed + (stop[depth - 1] ?? 0);
    own[2 * depth + 1] = passed;
    passed += onward[depth - 1] ?? 0;
  }
  return own;
}
