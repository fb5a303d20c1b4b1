import { bestOf, jointInfluences } from "../../inference/index.js";
import { groupedBy } from "../../numeric/index.js";
import { each, type Steps } from "../steps.js";
import type { BestCandidate } from "./choices.js";
import { isTested, type VerdictLine } from "./lines/verdict-lines.js";
import type { Verdict } from "./result.js";
import { isAt } from "./verdict.js";
import { isAnswer, leadOf } from "./withheld.js";

/**
 * The best candidate of each reward and feed with two or more whose numbers are an answer, chosen on held-out buckets.
 * One whose views are missing, or whose number the log refutes, has none to be chosen by.
 */
export function* bestCandidates(
  lines: readonly VerdictLine[],
  verdicts: readonly Verdict[],
): Steps<readonly BestCandidate[]> {
  const answered = lines
    .filter(isTested)
    .filter(({ compared: { key } }) =>
      verdicts.some(
        (verdict) =>
          isAnswer(verdict) &&
          verdict.missing === undefined &&
          leadOf(verdict) === undefined &&
          isAt(verdict, key),
      ),
    );
  const groups = groupedBy(answered, ({ compared: { key } }) =>
    JSON.stringify([key.reward, key.feed, key.estimator, key.parameters]),
  );
  const found = yield* each(groups, (own) => {
    const influences = jointInfluences(own.map(({ compared }) => compared.answer));
    const contestants = own.map(({ compared }, at) => ({
      value: compared.answer.value,
      influence: influences[at] ?? new Float64Array(),
    }));
    const found = bestOf(contestants, own[0]?.better !== "lower");
    const line = found && own[found.best];
    if (found === undefined || line === undefined) return [];
    const { policy, baseline, reward, feed, estimator, parameters } = line.compared.key;
    const { value, heldOut, se, agreed } = found;
    const key = { policy, baseline, reward, feed, estimator, parameters };
    return [{ ...key, candidates: own.length, value, heldOut, se, agreed }];
  });
  return found.flat();
}
