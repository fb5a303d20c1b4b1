import type { StudyInput } from "../../schema/study-input.js";
import type { CallOptions, Engine } from "../sql/engine.js";
import type { MemberOptions } from "../study/members.js";
import type { Study } from "../study/study.js";
import { conclude } from "./conclude/conclude.js";
import type { Result } from "./conclude/result.js";
import { onEngine, studyOf } from "./study-of.js";
import { takeWithQuestions } from "./take-tally.js";

export interface EvaluateOptions extends CallOptions, MemberOptions {
  /** An engine of the caller's own, which stays open; by default the study's is opened and closed. */
  readonly engine?: Engine;
}

/**
 * What each policy of a study would have earned: estimates, differences, verdicts, diagnostics. The
 * study is an object in the shape of a study file, whose keys the compiler checks where it is written in the call (relative paths count from the
 * working directory), or one that was read: `readStudyFile` reads a file, `parseStudy` a text, and `readStudy` a value
 * that the compiler does not know, such as what `JSON.parse` returns. `members` are estimators, curves, diagnostics,
 * intervals and adjustments of your own for this call; a study that names some is read by `readStudy` with them. Throws StudyError, LogError, UnsupportedError or EngineError.
 */
export async function evaluate(study: Study, options?: EvaluateOptions): Promise<Result>;
export async function evaluate(study: StudyInput, options?: EvaluateOptions): Promise<Result>;
export async function evaluate(
  input: StudyInput | Study,
  options: EvaluateOptions = {},
): Promise<Result> {
  const { engine, members, ...call } = options;
  const study = studyOf(input, members);
  return onEngine(study, engine, async (opened) => {
    const { tally, ...questionSet } = await takeWithQuestions(study, { ...call, engine: opened });
    return conclude(tally, { signal: call.signal }, questionSet);
  });
}
