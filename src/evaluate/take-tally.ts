import type { StudyInput } from "../../schema/study-input.js";
import type { CallOptions, Engine } from "../sql/engine.js";
import type { MemberOptions } from "../study/members.js";
import type { Study } from "../study/study.js";
import type { StudyTally, TakenTally } from "./about.js";
import { onlineRewards } from "./online.js";
import { onEngine, studyOf } from "./study-of.js";
import { askSize } from "./sums/guess-survey.js";
import { sumLog } from "./sums/sum-log.js";
import { withBoundSource } from "./survey/bind-source.js";

export interface TakeOptions extends CallOptions, MemberOptions {
  /** An engine of the caller's own, which stays open; by default the study's is opened and closed. */
  readonly engine?: Engine;
  /** Adds up what `whatIf` needs also where curves are given and none is fitted. */
  readonly whatIf?: boolean;
}

/** What is added up of a log for other uses than verdicts. */
export interface TakeSumsOptions extends Omit<TakeOptions, "engine"> {
  readonly engine: Engine;
  readonly withoutOnline?: boolean;
}

/**
 * Surveys a log, checks it, and adds up what the study needs. Everything that follows is arithmetic on
 * the tally. The study is one that was read, or an object in the shape of a study file. Throws StudyError, LogError, UnsupportedError or EngineError.
 */
export async function takeTally(study: Study, options?: TakeOptions): Promise<StudyTally>;
export async function takeTally(study: StudyInput, options?: TakeOptions): Promise<StudyTally>;
export async function takeTally(
  input: StudyInput | Study,
  options: TakeOptions = {},
): Promise<StudyTally> {
  const { engine, members, ...more } = options;
  const study = studyOf(input, members);
  return onEngine(
    study,
    engine,
    async (opened) => (await takeWithQuestions(study, { ...more, engine: opened })).tally,
  );
}

/** `takeTally` with the questions that it was taken for, so that `conclude` need not build them again. */
export async function takeWithQuestions(
  study: Study,
  { engine, whatIf = false, withoutOnline = false, ...options }: TakeSumsOptions,
): Promise<TakenTally> {
  const connection = { engine, options };
  await askSize(connection, study);
  return withBoundSource(connection, study, async (log) => {
    const online = withoutOnline ? [] : await onlineRewards(connection, study);
    return sumLog(connection, study, log, { whatIf, verdicts: true, online });
  });
}
