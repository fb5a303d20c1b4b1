import type { AddedViews, ViewSums } from "../estimators/estimator.js";
import type { Comparison } from "./comparison.js";
import type { ComparisonTables } from "./comparison-tables.js";
import type { PolicyTables } from "./tables.js";
import { comparisonUnder, differenceOf, viewSums } from "./view-sums.js";

/**
 * The comparison's difference where the views that the log has earn otherwise: those that it lacks stay in the denominators of
 * values, as they are in the comparison's.
 */
export function withRewards(
  comparison: ComparisonTables & Pick<Comparison, "missing">,
  of: (policy: PolicyTables) => ViewSums,
  without?: number,
): number {
  const { missing } = comparison;
  if (missing === undefined) return differenceOf(comparison, of, without);
  const addedTo = (policy: PolicyTables): AddedViews => {
    const { support } =
      (policy === comparison.base ? missing.base : undefined) ?? missing.candidate;
    return { views: support.seenOf(without), reward: 0 };
  };
  const asLogged = (policy: PolicyTables): ViewSums =>
    viewSums(comparison, policy, comparison.curve, without);
  const [moved, plain] = [of, asLogged].map((each) =>
    differenceOf(comparison, each, without, addedTo),
  );
  return comparisonUnder(comparison, comparison.curve, without) + ((moved ?? 0) - (plain ?? 0));
}
