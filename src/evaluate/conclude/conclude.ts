import type { Diagnosis } from "../../diagnostics/index.js";
import { observedReward } from "../../estimators/index.js";
import {
  allFeeds,
  defaultInterval,
  hasFeed,
  intervalBy,
  type ScopeKey,
} from "../../inference/index.js";
import { byText, type Stratum } from "../../log/index.js";
import { membersOf, type Study, studyInput } from "../../study/index.js";
import type { Tally } from "../../tally/index.js";
import { version } from "../../version.js";
import { clustersOf, type OnlineReward, type StudyTally, type TakenTally } from "../about.js";
import { curveFacts } from "./curve-facts.js";
import { diagnose } from "./diagnose.js";
import { adjusted, type Comparison, compareAll } from "./difference-rows.js";
import { estimateRow } from "./estimate-rows.js";
import { applyDangers } from "./lines/apply-dangers.js";
import { decisionOfLine } from "./lines/decision-of-line.js";
import { logFacts } from "./log-facts.js";
import { type ConcludeOptions, type OpenTally, openTally } from "./open-tally.js";
import type { DifferenceRow, EstimateRow, Result, Verdict } from "./result.js";
import { isSameQuestion } from "./row-key.js";
import { answerQuestions, readScope, type ScopeReader } from "./scope-reader.js";
import { verdictsOf } from "./verdict.js";
import { warningsOf } from "./warnings.js";
import { whatIfs } from "./what-if/what-if.js";
import { markWithheld } from "./withheld.js";

/** Estimates, differences, diagnostics and verdicts from a tally alone: no engine, no log, no clock. */
export function conclude(tally: StudyTally, options: ConcludeOptions = {}): Result {
  return concludeOpened(openTally(tally, options), options);
}

/** `conclude` of a tally that was taken just now. */
export const concludeTaken = ({ tally, questions }: TakenTally): Result =>
  concludeOpened(openTally(tally, {}, questions), {});

function concludeOpened(base: OpenTally, { whatIf = false }: ConcludeOptions): Result {
  const { tally, about, study, fitted } = base;
  const { log, views } = base.questions;
  const feeds = feedsOf(tally, study);
  const scopes = feeds.map((feed) => concludeFeed(base, feed));
  const differences = scopes.flatMap((scope) => scope.differences);
  const diagnoses = scopes.flatMap((scope) => scope.diagnoses);
  const online = about.online.map((row) => onlineRow(row, study.confidence));
  const estimates = [...scopes.flatMap((scope) => scope.estimates), ...online];
  const verdicts = verdictsOf({
    study,
    baseline: study.baseline,
    policies: views.policies.map(({ name }) => name),
    rewards: log.rewards,
    feeds: feeds.filter((feed) => feed !== allFeeds),
    differences,
    diagnoses,
    excluded: about.survey.counts.excludedTrajectories ?? 0,
  });
  const survived = survivingVerdicts(base, verdicts, differences);
  const result: Result = {
    hindcast: version,
    study: studyInput(study),
    confidence: study.confidence,
    interval: study.interval,
    adjust: study.adjust,
    rewards: log.rewards.map(({ name, better }) => ({ name, better })),
    log: logFacts(tally, about, study, feeds),
    curves: fitted.map((each) => curveFacts(each, study)),
    verdicts: survived,
    estimates: markWithheld(estimates, survived),
    differences: markWithheld(differences, survived),
    diagnostics: diagnoses,
    warnings: warningsOf({ study, log, survey: about.survey, fitted, estimates, diagnoses }),
  };
  return whatIf ? { ...result, whatIf: whatIfs(base, result) } : result;
}

/** Verdicts after the dangers: each call must survive those of which the log shows a sign. */
function survivingVerdicts(
  base: OpenTally,
  verdicts: readonly Verdict[],
  differences: readonly DifferenceRow[],
): readonly Verdict[] {
  const lines = Math.max(1, verdicts.filter(({ reason: { code } }) => code !== "identical").length);
  return verdicts.map((verdict) => {
    const row = differences.find(
      (each) =>
        each.policy === verdict.policy && each.day === null && isSameQuestion(each, verdict),
    );
    const reward = base.questions.log.rewards.find(({ name }) => name === verdict.reward);
    if (row === undefined || "none" in row || reward === undefined || row.se === 0) return verdict;
    return applyDangers(verdict, decisionOfLine(base, { row, better: reward.better, lines }));
  });
}

/** As the table has them: a sum of tallies holds the feeds and days of both. */
const strataOf = ({ tables }: Tally): readonly Stratum[] => tables.cells?.strata ?? [];

function feedsOf(tally: Tally, study: Study): readonly (string | null)[] {
  const feeds = [...new Set(strataOf(tally).map(({ feed }) => feed))];
  const sorted = feeds.sort((a, b) => byText(a ?? "", b ?? ""));
  return study.pool && sorted.length > 1 ? [...sorted, allFeeds] : sorted;
}

interface FeedResult {
  readonly estimates: readonly EstimateRow[];
  readonly differences: readonly DifferenceRow[];
  readonly diagnoses: readonly Diagnosis[];
}

/** The rows of one feed: over all days first, then day by day. */
function concludeFeed(base: OpenTally, feed: string | null): FeedResult {
  const { tally } = base;
  const days = [
    ...new Set(
      strataOf(tally)
        .filter((stratum) => hasFeed({ feed }, stratum.feed))
        .flatMap(({ day }) => (day === null ? [] : [day])),
    ),
  ].sort(byText);
  const overall = concludeScope(base, { feed, day: null });
  const rest = days.map((day) => concludeScope(base, { feed, day }));
  const all = [overall, ...rest];
  return {
    estimates: all.flatMap(({ estimates }) => estimates),
    differences: all.flatMap(({ differences }) => differences),
    diagnoses: overall.diagnoses,
  };
}

function concludeScope(base: OpenTally, key: ScopeKey): FeedResult {
  const { tally, about, study, inference } = base;
  const { fingerprintOf, views, all } = base.questions;
  const { baseline } = study;
  const { diagnostics } = membersOf(study);
  const reader = readScope(tally, fingerprintOf, key, base.inPairs, base.propagated);
  const answered = answerQuestions(reader, all);
  const clusters = clustersIn(base, reader);
  const compared = compareAll(answered, baseline, inference, clusters);
  const differing = compared.filter((each): each is Comparison => !("none" in each));
  const examined = {
    diagnostics,
    reader,
    views,
    baseline,
    inference,
    answered,
    compared: differing,
  };
  const diagnoses =
    key.day === null
      ? diagnose({
          ...examined,
          estimand: study.estimands[0] ?? "perTrajectory",
          online: about.online,
        })
      : [];
  return {
    estimates: answered.map((row) => estimateRow(row, inference, clusters, diagnoses, diagnostics)),
    differences: adjusted(compared, inference),
    diagnoses,
  };
}

/** Clusters of a scope: buckets where these are exact, trajectories where no user is named. */
function clustersIn(
  { tally, questions: { log } }: OpenTally,
  { key, scope }: ScopeReader,
): number | null {
  if (tally.buckets.kind === "exact") return scope.buckets;
  if (log.spec.user === undefined) return scope.n;
  return clustersOf(tally.clusters, key.feed === allFeeds ? null : key.feed, key.day);
}

function onlineRow(row: OnlineReward, confidence: number): EstimateRow {
  const { policy, reward, estimand, feed, value, se, n, clusters, buckets } = row;
  const statistic = { value, se, degreesOfFreedom: (buckets ?? Infinity) - 1 };
  return {
    policy,
    estimator: observedReward.name,
    parameters: observedReward.canonical({}),
    reward,
    estimand,
    feed,
    day: null,
    value,
    se,
    interval: intervalBy(defaultInterval, statistic, confidence),
    n: n ?? 0,
    clusters,
    buckets: buckets ?? 0,
    warnings: [],
  };
}
