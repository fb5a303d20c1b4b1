import { canonical } from "../log/canonical.js";
import {
  caseWhen,
  double,
  type Expression,
  greater,
  less,
  minus,
  nullOf,
  rowNumber,
  sum,
  times,
} from "../sql/expression.js";
import type { Component, CurveView, LogView, RewardView } from "./estimator.js";

/** The columns that make a trajectory, as canonical impressions name them. */
export const trajectoryKey: readonly Expression[] = [canonical.trajectory, canonical.feed];

/** An ideal as the engine computes it, and what it is on any log: the second is never run. */
export interface Ideal {
  readonly value: Expression;
  readonly meaning: Expression;
}

/**
 * The ideal DCG of a trajectory on partial information: its viewed gains, best first, at the
 * largest discounts; negative ones at the smallest of the available positions (docs/methods.md, "Normalised DCG").
 * `order` grows with the gain; equal gains may stand in any order.
 */
export function idealOf(
  log: LogView,
  reward: RewardView,
  gain: Expression,
  discount: CurveView,
  order: Expression,
): Ideal {
  const best = discount.nthLargest(placeAmong(order, true));
  const meaning = meaningOf(log, gain, discount);
  if (!reward.mayBeNegative) return { value: sum(times(gain, best)), meaning };
  const worst = discount.nthSmallest(placeAmong(gain, false), log.listLength);
  const share = caseWhen(
    [
      { when: greater(gain, double(0)), then: times(gain, best) },
      { when: less(gain, double(0)), then: times(gain, worst) },
    ],
    double(0),
  );
  return { value: sum(share), meaning };
}

/**
 * The general form, written alike whatever the survey found: a day without a negative reward, which
 * takes the shorter sum, adds to a day with one.
 */
function meaningOf(
  { listLength = nullOf("bigint") }: LogView,
  gain: Expression,
  discount: CurveView,
): Expression {
  const best = discount.nthLargest(placeAmong(gain, true));
  const fromTheEnd = minus(listLength, placeAmong(gain, false));
  const worst = times(gain, discount.nthLargest(fromTheEnd));
  return sum(caseWhen([{ when: less(gain, double(0)), then: worst }], times(gain, best)));
}

/** A number per trajectory made of its ideal. */
export const perTrajectory = (
  ideal: Ideal,
  made: (ideal: Expression) => Expression,
  range?: readonly [number, number],
): Component => ({
  over: "trajectories",
  value: made(ideal.value),
  meaning: made(ideal.meaning),
  ...(range === undefined ? {} : { range }),
});

/** The place of a row by gain, from the best (or from the worst), within its trajectory. */
const placeAmong = (gain: Expression, descending: boolean): Expression =>
  rowNumber(trajectoryKey, [{ by: gain, descending }]);

/** 1 where the ideal is positive, else 0. */
export const usable = (ideal: Expression): Expression =>
  caseWhen([{ when: greater(ideal, double(0)), then: double(1) }], double(0));

/** The value where the ideal is positive, else 0. */
export const whereUsable = (ideal: Expression, value: Expression): Expression =>
  caseWhen([{ when: greater(ideal, double(0)), then: value }], double(0));
