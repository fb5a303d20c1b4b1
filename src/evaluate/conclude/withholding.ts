import { isReason } from "../../errors.js";
import { observedReward } from "../../estimators/index.js";
import { membersOf } from "../../study/members.js";
import type { Question } from "../ask/questions.js";
import { countsViews } from "../ask/unknown-views.js";
import { placementOf } from "../sums/comparison-request-of.js";
import type { DriftingFeed } from "./drifting-days.js";
import type { OpenTally } from "./open-tally.js";
import type { Answered, DifferenceRow, EstimateRow, RowKey, Verdict } from "./result.js";
import { familyKey } from "./row-key.js";
import type { SharedReward } from "./shared-rewards.js";
import { holdsFeed, withholdRows } from "./withheld.js";

/** Withholds the numbers of rows that the verdicts of a result, or rewards of whole lists, leave without an answer. */
export function withholding(
  base: OpenTally,
  verdicts: readonly Verdict[],
  shared: readonly SharedReward[],
  drifting: readonly DriftingFeed[] = [],
): <Row extends EstimateRow | DifferenceRow>(rows: readonly Answered<Row>[]) => readonly Row[] {
  const isOfViews = viewCounting(base);
  const byCurve = isByCurve(base);
  const driftOf = (row: RowKey) =>
    (row.day !== null || base.someDays !== undefined) && byCurve(row)
      ? drifting.find(({ feed }) => holdsFeed(row, { feed }))?.reason.code
      : undefined;
  return (rows) => withholdRows(rows, verdicts, isOfViews, shared, driftOf);
}

/** Whether a row weights what was logged by the curve. */
export function isByCurve({ study, questions }: OpenTally): (row: RowKey) => boolean {
  const { log, policies } = questions.views;
  const { estimators } = membersOf(study);
  return ({ policy, estimator }) => {
    const view = policies.find(({ name }) => name === policy);
    const decider = estimators.find(({ name }) => name === estimator);
    if (view === undefined || decider === undefined || estimator === observedReward.name)
      return false;
    return !view.isLogged && placementOf(decider, log, [view]) === "rank";
  };
}

/** Whether a row's formula adds up views without a reward, too. */
function viewCounting({ questions }: OpenTally): (row: RowKey) => boolean {
  const keys = questions.all.flatMap((question) =>
    !isReason(question.formula) && countsViews(question.formula) ? [keyOfQuestion(question)] : [],
  );
  const counting = new Set(keys);
  return ({ estimator, parameters, estimand }) =>
    counting.has(familyKey({ estimator, parameters, estimand }));
}

const keyOfQuestion = ({ request, estimand }: Question): string =>
  familyKey({ estimator: request.name, parameters: request.parameters, estimand });
