import type { CallOptions, Engine } from "../sql/index.js";
import type { Study } from "../study/index.js";
import type { StudyTally, TakenTally } from "./about.js";
import { onlineRewards } from "./online.js";
import { sumLog } from "./sums/sum-log.js";
import { bindSource } from "./survey/bind-source.js";

export interface TakeOptions extends CallOptions {
  readonly engine: Engine;
  /** Adds up what `whatIf` needs also where curves are given and none is fitted. */
  readonly whatIf?: boolean;
}

/**
 * Surveys a log, checks it, and adds up what the study needs. Everything that follows is arithmetic on
 * the tally. Throws StudyError, LogError, UnsupportedError or EngineError.
 */
export async function takeTally(study: Study, options: TakeOptions): Promise<StudyTally> {
  return (await takeWithQuestions(study, options)).tally;
}

/** `takeTally` with the questions that it was taken for, so that `conclude` need not build them again. */
export async function takeWithQuestions(
  study: Study,
  { engine, whatIf = false, ...options }: TakeOptions,
): Promise<TakenTally> {
  const connection = { engine, options };
  const log = await bindSource(connection, study);
  const online = await onlineRewards(connection, study);
  return sumLog(connection, study, log, { whatIf, online });
}
