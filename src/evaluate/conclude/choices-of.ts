import type { Diagnosis } from "../../diagnostics/index.js";
import type { Steps } from "../steps.js";
import { bestCandidates } from "./best-candidates.js";
import { clipWeights } from "./clip-weights.js";
import { clipLists, clipsByHalves } from "./clips-by-halves.js";
import type { VerdictLine } from "./lines/verdict-lines.js";
import type { OpenTally } from "./open-tally.js";
import type { Result, Verdict } from "./result.js";
import type { AnsweredQuestion } from "./scope-reader.js";

/** What the data choose, among candidates and among clips, measured on users that had no part in it. */
export function* choicesOf(of: {
  readonly lines: readonly VerdictLine[];
  readonly verdicts: readonly Verdict[];
  /** The answers of each feed, over all days first. */
  readonly answers: readonly (readonly { readonly answered: readonly AnsweredQuestion[] }[])[];
  readonly base: OpenTally;
  readonly diagnoses: readonly Diagnosis[];
}): Steps<Pick<Result, "best" | "clips" | "clipWeights">> {
  const best = yield* bestCandidates(of.lines, of.verdicts);
  const overDays = of.answers.flatMap(([all]) => all?.answered ?? []);
  const lists = clipLists(overDays);
  const clips = yield* clipsByHalves(lists, of.base.study.confidence);
  const weights = yield* clipWeights(lists, {
    log: of.base.questions.log,
    tables: of.base.tally.tables,
    diagnoses: of.diagnoses,
  });
  return {
    ...(best.length > 0 && { best }),
    ...(clips.length > 0 && { clips }),
    ...(weights.length > 0 && { clipWeights: weights }),
  };
}
