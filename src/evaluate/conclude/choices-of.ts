import type { Steps } from "../steps.js";
import { bestCandidates } from "./best-candidates.js";
import { clipsByHalves } from "./clips-by-halves.js";
import type { VerdictLine } from "./lines/verdict-lines.js";
import type { Result, Verdict } from "./result.js";
import type { AnsweredQuestion } from "./scope-reader.js";

/** What the data choose, among candidates and among clips, measured on users that had no part in it. */
export function* choicesOf(of: {
  readonly lines: readonly VerdictLine[];
  readonly verdicts: readonly Verdict[];
  /** The answers of each feed, over all days first. */
  readonly answers: readonly (readonly { readonly answered: readonly AnsweredQuestion[] }[])[];
  readonly confidence: number;
}): Steps<Pick<Result, "best" | "clips">> {
  const best = yield* bestCandidates(of.lines, of.verdicts);
  const overDays = of.answers.flatMap(([all]) => all?.answered ?? []);
  const clips = yield* clipsByHalves(overDays, of.confidence);
  return { ...(best.length > 0 && { best }), ...(clips.length > 0 && { clips }) };
}
