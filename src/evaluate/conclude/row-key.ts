import { requestKey } from "../../estimators/request-key.js";
import type { ScopeKey } from "../../inference/scope.js";
import type { Parameters } from "../../parameters.js";
import type { Question } from "../ask/questions.js";
import type { RowKey } from "./result.js";

export const rowKey = (
  { policy, request, reward, estimand }: Question,
  { feed, day }: ScopeKey,
): RowKey => ({
  policy: policy.name,
  estimator: request.name,
  parameters: request.parameters,
  reward,
  estimand,
  feed,
  day,
});

/** What a row or a verdict answers, whatever its policy. A verdict has no day: it is over all of them. */
export interface QuestionKey
  extends Pick<RowKey, "reward" | "estimand" | "feed">,
    Partial<Pick<RowKey, "day">> {
  readonly estimator: string | null;
  readonly parameters: Parameters | null;
}

/** Whether two rows or verdicts answer one question, of whichever policies; no estimator answers none. */
export const isSameQuestion = (a: QuestionKey, b: QuestionKey): boolean =>
  a.reward === b.reward &&
  a.estimand === b.estimand &&
  a.feed === b.feed &&
  (a.day ?? null) === (b.day ?? null) &&
  isSameRequest(a, b);

/** Equal for the rows of one family: those of one estimator and estimand, for every reward and policy. */
export const familyKey = (row: Pick<RowKey, "estimator" | "parameters" | "estimand">): string =>
  JSON.stringify([row.estimand, keyOf(row)]);

type Request = Pick<QuestionKey, "estimator" | "parameters">;

function isSameRequest(a: Request, b: Request): boolean {
  if (a.estimator === null || a.estimator !== b.estimator) return false;
  return a.parameters === b.parameters || keyOf(a) === keyOf(b);
}

const keyOf = ({ estimator, parameters }: Request): string =>
  requestKey({ name: estimator ?? "", parameters: parameters ?? {} });
