import { reason, StudyError } from "../../errors.js";
import type { Component, EstimatorRequest } from "../../estimators/estimator.js";
import { influenceByBucket } from "../../fitting/errors/influence-by-bucket.js";
import { withFittedColumns } from "../../fitting/reward-model/fitted-columns.js";
import { type Inference, inferenceFor } from "../../inference/inference.js";
import type { Scope, ScopeKey } from "../../inference/scope.js";
import { bindLog } from "../../log/bind.js";
import { listedPolicies } from "../../log/join/listed-policies.js";
import { withAnonymous } from "../../log/with-anonymous.js";
import type { ColumnType } from "../../sql/source-column.js";
import {
  curvesAmong,
  type MemberOptions,
  membersOf,
  type OwnMembers,
  ownDiagnostics,
} from "../../study/members.js";
import { readStudy } from "../../study/read-study.js";
import type { DayRange, Guard, Prior, Study } from "../../study/study.js";
import type { About, QuestionSet, StudyTally } from "../about.js";
import { type Questions, questionsOf } from "../ask/questions.js";
import type { Views } from "../ask/views.js";
import { valuesInPairs } from "../curves/component-in-pairs.js";
import { curvesWith } from "../curves/curve-requests.js";
import { slopeOfCurves } from "../curves/curve-slopes.js";
import { type FittedCurve, fittedCurve, readFit } from "../curves/fitted-curve.js";
import { meanSlopesIn } from "../curves/mean-slopes.js";
import { type PropagateCurveError, propagateInScope } from "../curves/propagate.js";
import { eachInTurn } from "../each-in-turn.js";
import { onDays, type TallyOnDays } from "./on-days.js";

/** What may be chosen again of a tally; `members` are members of your own that its study names. */
export interface ConcludeOptions extends MemberOptions {
  readonly confidence?: number;
  readonly baseline?: string;
  readonly decide?: EstimatorRequest;
  /** Name of the method that makes intervals. */
  readonly interval?: string;
  /** Name of the method that adjusts p for many comparisons. */
  readonly adjust?: string;
  /** What is believed of lifts before the log is read. */
  readonly prior?: Prior;
  /** By reward: by how much of what the baseline earns a candidate may be worse. */
  readonly guardrails?: Readonly<Record<string, Guard>>;
  /** These days alone: values and errors are theirs, and checks those of all days. */
  readonly days?: DayRange;
  /** Adds what other curves would make of the verdicts (`Result.whatIf`). */
  readonly whatIf?: boolean;
  readonly signal?: AbortSignal | undefined;
}

export interface OpenTally extends TallyOnDays {
  readonly about: About;
  readonly study: Study;
  readonly inference: Inference;
  readonly questions: Questions;
  readonly fitted: readonly FittedCurve[];
  /** Values by pairs of ranks of a component that is in no bucket. */
  readonly inPairs: (component: Component, key: ScopeKey) => readonly number[];
  readonly propagated: (scope: Scope, key: ScopeKey) => PropagateCurveError;
  readonly signal: AbortSignal | undefined;
}

/**
 * Opens a tally; what was asked of it is built again where that is not at hand, as after reading it from a file.
 * Throws a StudyError for a baseline or days that the tally does not hold.
 */
export async function openTally(
  whole: StudyTally,
  { whatIf: _, days, members, signal, ...chosen }: ConcludeOptions,
  questionSet?: QuestionSet,
): Promise<OpenTally> {
  const { questions, fitted } = questionSet ?? (await askedAgain(whole, members, signal));
  const onThem = onDays(whole, days);
  const { tally } = onThem;
  const study: Study = { ...questions.study, ...chosen };
  requireBaseline(study, questions.views);
  const { log, fingerprintOf, sampling } = questions;
  const slopeOf = slopeOfCurves(fitted.map(({ curve }) => curve));
  const slopes = meanSlopesIn(
    tally,
    log,
    fingerprintOf,
    slopeOf,
    sampling && fingerprintOf(sampling.standingFor),
  );
  const curves = await eachInTurn(
    fitted,
    (curve) => ({ ...curve, influence: influenceByBucket(curve.fit, curve.depths) }),
    signal,
  );
  return {
    ...onThem,
    about: tally.about,
    study,
    inference: inferenceFor(study),
    questions,
    fitted,
    inPairs: valuesInPairs(tally, log),
    propagated: (scope, key) => propagateInScope(scope, key, curves, slopes),
    signal,
  };
}

async function askedAgain(
  tally: StudyTally,
  members: OwnMembers | undefined,
  signal: AbortSignal | undefined,
): Promise<QuestionSet> {
  const { about } = tally;
  const study = studyAgain(about, members);
  const namesModel = curvesAmong(membersOf(study));
  const fitted = await eachInTurn(
    about.curves,
    (saved) => fittedCurve(tally, readFit(saved, namesModel)),
    signal,
  );
  const questions = questionsAgain(study, about, fitted, tally.clusteredBy.salt);
  return { questions, fitted };
}

/** The study of a tally; throws a StudyError where it was taken with other members than these. */
function studyAgain(about: About, members: OwnMembers | undefined): Study {
  const study = readTallied(about.study, members);
  const [before, now] = [about.ownDiagnostics ?? [], ownDiagnostics(study)];
  const differing = [
    ...before.filter((code) => !now.includes(code)),
    ...now.filter((code) => !before.includes(code)),
  ];
  if (differing.length === 0) return study;
  const start =
    before.length === 0 ? "without diagnostics of your own" : `with ${before.join(", ")}`;
  const message = `The tally was taken ${start}; conclude was given ${now.join(", ") || "none"}. Pass the same in conclude(tally, { members: { diagnostics } }), or take the tally again: it holds their sums.`;
  throw new StudyError(reason("tallyStudies", message, { taken: before, given: now }));
}

function readTallied(study: unknown, members: OwnMembers | undefined): Study {
  try {
    return readStudy(study, members === undefined ? {} : { members });
  } catch (cause) {
    if (!(cause instanceof StudyError)) throw cause;
    const problems = cause.problems.map(({ code, message, facts }) =>
      reason(
        code,
        `The tally's study: ${message} If it names a member of your own, pass that in conclude(tally, { members }).`,
        facts,
      ),
    );
    throw new StudyError(problems, { cause });
  }
}

function questionsAgain(
  study: Study,
  about: About,
  fitted: readonly FittedCurve[],
  salt: string | undefined,
): Questions {
  const columns = about.types.map(([name, type]) => ({ name, type: type as ColumnType }));
  const { log: listed, policies } = listedPolicies(study);
  const { log: spec } = withFittedColumns(listed);
  const boundLog = bindLog(spec, policies, study.exposure.column, columns);
  const bound =
    salt === undefined ? boundLog : { ...boundLog, salt: { text: salt, fingerprint: salt } };
  const { log, summary } = withAnonymous({ log: bound, summary: about.survey.summary });
  return questionsOf(study, log, summary, curvesWith(study.exposure, fitted));
}

function requireBaseline(study: Study, views: Views): void {
  const names = views.policies.map(({ name }) => name);
  if (names.includes(study.baseline)) return;
  const message = `baseline must be one of ${names.join(", ")}; it is "${study.baseline}".`;
  throw new StudyError(reason("baseline", message, { baseline: study.baseline, names }));
}
