import type { Diagnosis } from "../../diagnostics/index.js";
import { bestOf } from "../../inference/best-of.js";
import { jointInfluences } from "../../inference/joint-influences.js";
import { groupedBy } from "../../numeric/grouped-by.js";
import { eachInTurn } from "../each-in-turn.js";
import type { BestCandidate } from "./choices.js";
import { clipWeights } from "./clip-weights.js";
import { clipLists, clipsByHalves } from "./clips-by-halves.js";
import {
  isTested,
  type TestedComparison,
  type VerdictComparison,
} from "./comparisons/verdict-comparisons.js";
import { isAt } from "./evidence.js";
import type { OpenTally } from "./open-tally.js";
import type { Result, Verdict } from "./result.js";
import type { AnsweredQuestion } from "./scope-reader.js";
import { isAnswer, leadOf } from "./withheld.js";

/** What the data choose, among candidates and among clips, measured on users that had no part in it. */
export async function choicesOf(of: {
  readonly comparisons: readonly VerdictComparison[];
  readonly verdicts: readonly Verdict[];
  /** The answers of each feed, over all days first. */
  readonly answers: readonly (readonly { readonly answered: readonly AnsweredQuestion[] }[])[];
  readonly base: OpenTally;
  readonly diagnoses: readonly Diagnosis[];
}): Promise<Pick<Result, "best" | "clips" | "clipWeights">> {
  const best = await bestCandidates(of.comparisons, of.verdicts, of.base.signal);
  const overDays = of.answers.flatMap(([all]) => all?.answered ?? []);
  const lists = clipLists(overDays);
  const clips = await clipsByHalves(lists, of.base);
  const weights = await clipWeights(
    lists,
    {
      log: of.base.questions.log,
      tables: of.base.tally.tables,
      diagnoses: of.diagnoses,
    },
    of.base.signal,
  );
  return {
    ...(best.length > 0 && { best }),
    ...(clips.length > 0 && { clips }),
    ...(weights.length > 0 && { clipWeights: weights }),
  };
}

/**
 * The best candidate of each reward and feed with two or more whose numbers are an answer, chosen on held-out buckets.
 * One whose views are missing, or whose number the log refutes, has none to be chosen by.
 */
async function bestCandidates(
  comparisons: readonly VerdictComparison[],
  verdicts: readonly Verdict[],
  signal: AbortSignal | undefined,
): Promise<readonly BestCandidate[]> {
  const answered = comparisons
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
  const bestIn = (group: readonly TestedComparison[]): readonly BestCandidate[] => {
    const influences = jointInfluences(group.map(({ compared }) => compared.answer));
    const contestants = group.map(({ compared }, at) => ({
      value: compared.answer.value,
      influence: influences[at] ?? new Float64Array(),
    }));
    const best = bestOf(contestants, group[0]?.better !== "lower");
    const comparison = best && group[best.best];
    if (best === undefined || comparison === undefined) return [];
    const { policy, baseline, reward, feed, estimator, parameters } = comparison.compared.key;
    const { value, heldOut, se, agreed } = best;
    const key = { policy, baseline, reward, feed, estimator, parameters };
    return [{ ...key, candidates: group.length, value, heldOut, se, agreed }];
  };
  return (await eachInTurn(groups, bestIn, signal)).flat();
}
