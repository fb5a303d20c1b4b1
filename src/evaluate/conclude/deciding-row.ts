import type { Reason } from "../../errors.js";
import { mayDecide } from "../../estimators/may-decide.js";
import { requestKey } from "../../estimators/request-key.js";
import { membersOf } from "../../study/members.js";
import type { Study } from "../../study/study.js";
import type { ComparisonPlace } from "./evidence.js";
import type { RowKey } from "./result.js";

/**
 * The row that decides about a comparison: that of the estimator that `decide` names, else of the first listed that
 * may decide. It is fixed before the data: only an estimator that the policies do not give what it needs is
 * passed over, never one that has no answer on this log.
 */
export function decidingRow<T>(
  study: Study,
  place: ComparisonPlace,
  rows: readonly T[],
  keyOf: (row: T) => RowKey & { readonly none?: Reason },
): T | undefined {
  const deciding = rows.filter((row) => {
    const key = keyOf(row);
    return (
      key.policy === place.policy &&
      key.reward === place.reward &&
      key.feed === place.feed &&
      key.day === null &&
      key.estimand === estimandOf(study) &&
      decides(study, key)
    );
  });
  const isAnswerable = (row: T): boolean => keyOf(row).none?.facts.need === undefined;
  return deciding.find(isAnswerable) ?? deciding[0];
}

export const estimandOf = ({ estimands }: Study): RowKey["estimand"] =>
  estimands[0] ?? "perTrajectory";

/** Whether a row's estimator may give the verdict: the one that `decide` names, else any that may. */
function decides(study: Study, row: RowKey): boolean {
  const estimator = membersOf(study).estimators.find(({ name }) => name === row.estimator);
  const may = estimator !== undefined && mayDecide(estimator, row.parameters);
  const { decide } = study;
  const request = { name: row.estimator, parameters: row.parameters };
  return may && (decide === undefined || requestKey(decide) === requestKey(request));
}
