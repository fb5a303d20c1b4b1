import type { Diagnostic } from "../../diagnostics/index.js";
import { isReason, type Reason, reason } from "../../errors.js";
import type { Formula, Question } from "../../estimators/estimator.js";
import { rewardEstimators } from "../../estimators/index.js";
import { viewsUnknown } from "../../log/viewed-rows.js";
import { membersOf } from "../../study/members.js";
import type { Study } from "../../study/study.js";
import { readsAllRows } from "../../tally/columns.js";

/** Whether a formula adds up viewed rows without a reward, too. */
export const countsViews = ({ components }: Formula): boolean =>
  components.some(
    (component) =>
      component.over === "rows" || component.over === "groups" || readsAllRows(component),
  );

/** Why a formula has no answer on a log that does not say which of its rows were viewed; undefined: it has one. */
export function refusedForViews(
  study: Study,
  name: string,
  question: Question,
  formula: Formula,
): Reason | undefined {
  if (!viewsUnknown(study.log) || !countsViews(formula)) return undefined;
  const instead = rewardEstimators
    .filter((member) => {
      const parameters = member.canonical({});
      const other = member.formula({ ...question, parameters, estimand: "perTrajectory" });
      return other !== undefined && !isReason(other) && !countsViews(other);
    })
    .map((member) => member.name);
  const what = question.estimand === "perImpression" ? `${name} per impression` : name;
  const others = instead.length === 0 ? "" : `, or use ${instead.join(" or ")} per trajectory`;
  const message = `${what} counts viewed rows, and the log does not say which of its rows were viewed (log.rows: offered without log.viewed). Name the column as log.viewed${others}.`;
  return reason("viewsUnknown", message, { need: "views", missing: "log.viewed", instead });
}

/** The diagnostics that a study's log can feed: those that need sums of views, only where views are known. */
export function diagnosticsOf(study: Study): readonly Diagnostic[] {
  const { diagnostics } = membersOf(study);
  return viewsUnknown(study.log)
    ? diagnostics.filter(({ components }) => components === undefined)
    : diagnostics;
}
