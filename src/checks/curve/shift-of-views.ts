import type { Comparison } from "../comparison.js";
import { totalOf } from "../grouped-sums.js";
import { type JackknifeEstimate, jackknife } from "../jackknife.js";
import { ownCurve } from "../log-curve.js";
import { differenceUnder } from "../pairs-of-ranks.js";
import { logTotals, type PolicyTables } from "../tables.js";

/**
 * Views a trajectory of the candidate, less those of the baseline, by the log's own curve less the same by the
 * study's: what the choice of the curve is worth if all items are equal. The shift of the difference is noisy
 * with the rewards, and by chance hides a wrong curve just where the difference is large; this one is not.
 */
export function shiftOfViews(comparison: Comparison): JackknifeEstimate {
  return jackknife(comparison.log.trajectories.length, (without) => {
    const own = ownCurve(comparison, without);
    const { n } = logTotals(comparison.log, without);
    const shiftOf = ({ cells, rows }: PolicyTables): number => {
      const counts = totalOf(rows, without).rows;
      const under = (curve: ArrayLike<number>): number => differenceUnder(curve, cells, counts, n);
      return under(own) - under(comparison.curve);
    };
    const shift =
      shiftOf(comparison.policy) - (comparison.base === undefined ? 0 : shiftOf(comparison.base));
    return Math.abs(shift) > rounding ? shift : 0;
  });
}

/** Weights of the same rows under two curves add up with some 1e-16 of them lost. */
const rounding = 1e-9;
