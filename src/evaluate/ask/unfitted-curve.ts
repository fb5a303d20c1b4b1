import type { CurveView } from "../../estimators/estimator.js";
import { bigint, type Expression, lookup, minus, plus } from "../../sql/index.js";

/**
 * A curve that is yet to be fitted: look-ups by name in tables that hold nothing. What is built from it
 * counts the different sums of a study, and is never added up.
 */
export const unfittedCurve: CurveView = {
  at: probabilityAt,
  inverseAt: (rank, clip) => lookup(`min(${clip},1/p)`, [], rank),
  nthLargest: probabilityAt,
  nthSmallest: (i, listLength) =>
    listLength === undefined
      ? lookup("p backwards", [], i)
      : probabilityAt(minus(plus(listLength, bigint(1n)), i)),
};

function probabilityAt(rank: Expression): Expression {
  return lookup("p", [], rank);
}
