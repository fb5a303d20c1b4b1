import { isReason, type Reason } from "../../errors.js";
import type { Estimand, EstimatorRole } from "../../estimators/estimator.js";
import { observedReward } from "../../estimators/index.js";
import { covariance, type PointEstimate, standardError } from "../../inference/delta.js";
import { difference } from "../../inference/difference.js";
import { allFeeds } from "../../inference/scope.js";
import { LOGGED } from "../../log/log-spec.js";
import { trajectoriesColumn } from "../../tally/take.js";
import type { TakenTally } from "../about.js";
import { label } from "../ask/label.js";
import type { Question } from "../ask/questions.js";
import { comparisonsAlone, concludeOpen } from "./conclude.js";
import { driftingFeeds } from "./drifting-days.js";
import { type OpenTally, openTally } from "./open-tally.js";
import type { RowKey, Verdict } from "./result.js";
import { familyKey, rowKey } from "./row-key.js";
import { type AnsweredQuestion, answerQuestions, readScope } from "./scope-reader.js";
import { restoreNumbers } from "./withhold-numbers.js";
import { isByCurve } from "./withholding.js";

/** A number with its error, and how that moves with the error of the logged mean. */
export interface Answer {
  readonly value: number;
  readonly se: number;
  /** Trajectories. */
  readonly n: number;
  /** Its covariance with the mean reward that was logged. */
  readonly withLogged: number;
}

/** What a policy is estimated to earn, and by how much that is more than the baseline. */
export interface AnswerOn extends RowKey {
  readonly label: string;
  readonly role: EstimatorRole;
  readonly answer: Answer | Reason;
  /** Null for the baseline. */
  readonly difference: Answer | Reason | null;
}

export interface FeedDays {
  readonly feed: string | null;
  readonly days: readonly string[];
}

export interface DaysReader {
  /** Views of the log over its trajectories. */
  readonly viewsPerTrajectory: number;
  readonly feeds: readonly FeedDays[];
  /** The answers of a feed over these days together, computed once. */
  readonly over: AnswersOver;
  /** Those of them that are the mean of what was logged. */
  readonly means: AnswersOver;
  /** The verdicts over all days for an estimand, which allow for what the log lacks and refutes. */
  readonly verdicts: (estimand: Estimand) => Promise<readonly Verdict[]>;
  /** Why a row of a single day is no answer: its day is not as the curve of all days has it. */
  readonly driftOf: (row: RowKey) => Reason | undefined;
}

type AnswersOver = (feed: string | null, days: readonly string[]) => readonly AnswerOn[];

export async function readDays(
  { tally, ...questionSet }: TakenTally,
  signal?: AbortSignal,
): Promise<DaysReader> {
  const base = await openTally(tally, { signal }, questionSet);
  const { questions } = questionSet;
  const strata = tally.tables.cells?.strata ?? [];
  const feeds = [...new Set(strata.map(({ feed }) => feed))].filter((feed) => feed !== allFeeds);
  const daysOf = (name: string | null): readonly string[] =>
    strata.flatMap(({ feed, day }) => (feed === name && day !== null ? [day] : []));
  const sizes = tally.tables.cells?.columns[trajectoriesColumn]?.hi ?? [];
  const drifting = driftingFeeds(base, feeds);
  const byCurve = isByCurve(base);
  return {
    async verdicts(estimand) {
      const study = { ...base.study, estimands: [estimand] };
      const { verdicts } = await concludeOpen({ ...base, study }, comparisonsAlone);
      return verdicts.map(restoreNumbers);
    },
    driftOf: (row) =>
      byCurve(row) ? drifting.find(({ feed }) => feed === row.feed)?.reason : undefined,
    viewsPerTrajectory:
      base.about.survey.summary.rows / Array.from(sizes).reduce((a, b) => a + b, 0),
    feeds: feeds.map((feed) => ({ feed, days: [...new Set(daysOf(feed))].sort() })),
    over: remembered((feed, days) => answersOver(base, questions.all, feed, days)),
    means: remembered((feed, days) =>
      answersOver(base, questions.all.filter(isLoggedMean), feed, days),
    ),
  };
}

const isLoggedMean = ({ request, policy }: Question): boolean =>
  request.name === observedReward.name && policy.name === LOGGED;

function remembered(of: AnswersOver): AnswersOver {
  const byDays = new Map<string, readonly AnswerOn[]>();
  return (feed, days) => {
    const key = JSON.stringify([feed, days]);
    const rows = byDays.get(key) ?? of(feed, days);
    byDays.set(key, rows);
    return rows;
  };
}

function answersOver(
  base: OpenTally,
  subset: readonly Question[],
  feed: string | null,
  days: readonly string[],
): readonly AnswerOn[] {
  const { tally, inPairs, propagated, questions, study } = base;
  const [only, ...others] = days;
  const key =
    only !== undefined && others.length === 0 ? { feed, day: only } : { feed, day: null, days };
  const reader = readScope(
    tally,
    questions.fingerprintOf,
    key,
    inPairs,
    propagated,
    questions.sampling,
  );
  const answered = answerQuestions(reader, subset);
  const keyed = answered.map((row) => {
    const key = rowKey(row, row.scope);
    return { row, key, question: JSON.stringify([row.reward, familyKey(key)]) };
  });
  const twins = new Map(
    keyed.flatMap(({ row, question }) =>
      row.policy.name === study.baseline ? [[question, row] as const] : [],
    ),
  );
  return keyed.map(({ row, key, question }) => {
    const logged = loggedMean(answered, row);
    const twin = twins.get(question);
    return {
      ...key,
      label: label(row.request),
      role: row.estimator.role(row.request.parameters),
      answer: answerOf(row.answer, logged),
      difference:
        row.policy.name === study.baseline || twin === undefined
          ? null
          : answerOf(differenceOf(row.answer, twin.answer), logged),
    };
  });
}

const loggedMean = (
  answered: readonly AnsweredQuestion[],
  { reward, estimand }: AnsweredQuestion,
): PointEstimate | undefined =>
  answered
    .filter(isLoggedMean)
    .filter((row) => row.reward === reward && row.estimand === estimand)
    .flatMap(({ answer }) => (isReason(answer) ? [] : [answer]))[0];

const differenceOf = (
  candidate: PointEstimate | Reason,
  base: PointEstimate | Reason,
): PointEstimate | Reason => {
  if (isReason(candidate)) return candidate;
  return isReason(base) ? base : difference(candidate, base);
};

function answerOf(
  estimate: PointEstimate | Reason,
  logged: PointEstimate | undefined,
): Answer | Reason {
  if (isReason(estimate)) return estimate;
  const withLogged = logged === undefined ? 0 : covariance(estimate.influence, logged.influence);
  return { value: estimate.value, se: standardError(estimate), n: estimate.n, withLogged };
}
