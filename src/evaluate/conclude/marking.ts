import { isReason } from "../../errors.js";
import type { Question } from "../ask/questions.js";
import { countsViews } from "../ask/unknown-views.js";
import type { OpenTally } from "./open-tally.js";
import type { RowKey, Verdict } from "./result.js";
import { familyKey } from "./row-key.js";
import type { SharedReward } from "./shared-rewards.js";
import { markWithheld } from "./withheld.js";

/** Marks the rows of a result that its verdicts, or rewards of whole lists, leave without an answer. */
export function marking(
  base: OpenTally,
  verdicts: readonly Verdict[],
  shared: readonly SharedReward[],
): <Row extends RowKey>(rows: readonly Row[]) => ReturnType<typeof markWithheld<Row>> {
  const isOfViews = viewCounting(base);
  return (rows) => markWithheld(rows, verdicts, isOfViews, shared);
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
