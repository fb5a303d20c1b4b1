import type { CallOptions, Engine } from "../sql/index.js";
import {
  type MemberOptions,
  membersWith,
  type OwnMembers,
  readStudy,
  type Study,
} from "../study/index.js";
import { concludeTaken } from "./conclude/conclude.js";
import type { Result } from "./conclude/result.js";
import { withEngine } from "./open-engine.js";
import { takeWithQuestions } from "./take-tally.js";

export interface EvaluateOptions extends CallOptions, MemberOptions {
  /** An engine of the caller's own, which stays open; by default the study's is opened and closed. */
  readonly engine?: Engine;
}

/**
 * What each policy of a study would have earned: estimates, differences, verdicts, diagnostics. The
 * study is an object in the shape of a study file (relative paths count from the working directory),
 * or one that `readStudyFile` returned. `members` are estimators, curves, diagnostics, intervals and adjustments
 * of your own for this call. Throws StudyError, LogError, UnsupportedError or EngineError.
 */
export async function evaluate(input: unknown, options: EvaluateOptions = {}): Promise<Result> {
  const { engine, members, ...call } = options;
  const study = studyOf(input, members);
  const ask = async (opened: Engine): Promise<Result> =>
    concludeTaken(await takeWithQuestions(study, { engine: opened, ...call }));
  return engine === undefined ? withEngine(study.engine, ask) : ask(engine);
}

function studyOf(input: unknown, members: OwnMembers | undefined): Study {
  if (!isStudy(input)) return readStudy(input, members === undefined ? {} : { members });
  return members === undefined ? input : { ...input, members: membersWith(members) };
}

/** A study as read has its estimators expanded into requests; a user's object never has. */
function isStudy(input: unknown): input is Study {
  if (typeof input !== "object" || input === null || !("exposure" in input)) return false;
  return "estimators" in input && "estimands" in input && "engine" in input;
}
