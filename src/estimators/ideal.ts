import {
  choose,
  column,
  double,
  type Expression,
  greater,
  less,
  rowNumber,
  sum,
  times,
} from "../sql/expression.js";
import type { CurveView, LogView, RewardView } from "./estimator.js";

/** The columns that make a trajectory, as canonical impressions name them. */
const trajectoryKey: readonly Expression[] = [column("h_trajectory"), column("h_feed")];

/**
 * The ideal DCG of a trajectory on partial information: its viewed gains, best first, at the
 * largest discounts; negative ones at the smallest of the slots available (methods E).
 */
export function idealOf(
  log: LogView,
  reward: RewardView,
  gain: Expression,
  discount: CurveView,
): Expression {
  const best = discount.nthLargest(placeAmong(gain, true));
  if (!reward.mayBeNegative) return sum(times(gain, best));
  const worst = discount.nthSmallest(placeAmong(gain, false), log.listLength);
  const share = choose(
    [
      { when: greater(gain, double(0)), then: times(gain, best) },
      { when: less(gain, double(0)), then: times(gain, worst) },
    ],
    double(0),
  );
  return sum(share);
}

/** The place of a row by gain, from the best (or from the worst), within its trajectory. */
const placeAmong = (gain: Expression, descending: boolean): Expression =>
  rowNumber(trajectoryKey, [{ by: gain, descending }]);

/** 1 where the ideal is positive, else 0. */
export const usable = (ideal: Expression): Expression =>
  choose([{ when: greater(ideal, double(0)), then: double(1) }], double(0));

/** The value where the ideal is positive, else 0. */
export const whereUsable = (ideal: Expression, value: Expression): Expression =>
  choose([{ when: greater(ideal, double(0)), then: value }], double(0));
