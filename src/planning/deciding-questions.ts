import { isReason } from "../errors.js";
import { mayDecide } from "../estimators/may-decide.js";
import { requestKey } from "../estimators/request-key.js";
import type { Question } from "../evaluate/ask/questions.js";
import type { OpenTally } from "../evaluate/conclude/open-tally.js";

/**
 * A tally with only those questions that a plan reads: the ones that give verdicts, and the same estimators under
 * other clips.
 */
export function withDecidingQuestions(base: OpenTally): OpenTally {
  const { study, questions } = base;
  const [estimand] = study.estimands;
  const ofEstimand = questions.all.filter((question) => question.estimand === estimand);
  const deciding = decidingFamilies(base, ofEstimand);
  const all = ofEstimand.filter((question) => deciding.has(familyOf(question)));
  return { ...base, questions: { ...questions, all } };
}

/** As the verdicts choose: of every policy and reward the first that may decide and has what it needs. */
function decidingFamilies(
  { study, questions: { views } }: OpenTally,
  asks: readonly Question[],
): ReadonlySet<string> {
  const { baseline, decide } = study;
  const may = asks.filter(
    ({ estimator, request }) =>
      mayDecide(estimator, request.parameters) &&
      (decide === undefined || requestKey(decide) === requestKey(request)),
  );
  const families = new Set<string>();
  for (const { name } of views.policies.filter((policy) => policy.name !== baseline)) {
    for (const reward of views.rewards) {
      const ofPolicy = (policy: string): readonly Question[] =>
        may.filter(
          (question) => question.policy.name === policy && question.reward === reward.name,
        );
      const bases = ofPolicy(baseline);
      const candidates = ofPolicy(name).filter(({ request }) =>
        bases.some((base) => requestKey(base.request) === requestKey(request)),
      );
      const question = candidates.find(
        (candidate) =>
          !lacks(candidate) &&
          bases.some(
            (other) => requestKey(other.request) === requestKey(candidate.request) && !lacks(other),
          ),
      );
      const chosen = question ?? candidates[0];
      if (chosen !== undefined) families.add(familyOf(chosen));
    }
  }
  return families;
}

const lacks = ({ formula }: Question): boolean =>
  isReason(formula) && formula.facts.need !== undefined;

/** Equal for requests that differ in their clip alone. */
function familyOf({ request: { name, parameters } }: Pick<Question, "request">): string {
  const { clip: _, ...others } = parameters;
  return requestKey({ name, parameters: others });
}
