import { findEstimator } from "../../estimators/index.js";
import type { RowKey } from "../../evaluate/conclude/result.js";
import type { Truth } from "../source.js";

/**
 * The known answer to a row's question, if there is one: truths are rewards per trajectory over all
 * days, and a score has none; a pooled row (feed "*") has the truth of no feed in particular.
 */
export function truthOf(row: RowKey, truths: readonly Truth[] | undefined): number | undefined {
  if (row.estimand !== "perTrajectory" || row.day !== null) return undefined;
  const role = findEstimator(row.estimator)?.role(row.parameters);
  if (role === undefined || role === "score") return undefined;
  return truths?.find(
    (truth) =>
      truth.policy === row.policy &&
      truth.reward === row.reward &&
      truth.feed === (row.feed === "*" ? null : row.feed),
  )?.value;
}
