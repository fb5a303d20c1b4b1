import type { Diagnosis } from "../../diagnostics/index.js";
import { allFeeds, isPerSession, type ScopeKey } from "../../inference/scope.js";
import { membersOf } from "../../study/members.js";
import { studyInput } from "../../study/study-input.js";
import { version } from "../../version.js";
import type { Asked, StudyTally } from "../about.js";
import { diagnosticsOf } from "../ask/unknown-views.js";
import { eachInTurn } from "../each-in-turn.js";
import { choicesOf } from "./choices-of.js";
import { type GuardedComparisons, guardrailsOf } from "./comparisons/guardrails.js";
import { rowsOfComparisons } from "./comparisons/rows-of-comparisons.js";
import { type VerdictComparison, verdictComparison } from "./comparisons/verdict-comparisons.js";
import { curveFacts } from "./curve-facts.js";
import { diagnose } from "./diagnose.js";
import { type Contrast, compareAll, type Missing, unadjusted } from "./difference-rows.js";
import { driftingFeeds } from "./drifting-days.js";
import { estimateRow } from "./estimate-rows.js";
import { type ComparisonPlace, type Evidence, placesOf } from "./evidence.js";
import { daysOfFeed, feedsOf } from "./feeds-of.js";
import { alternativeOf, withPosterior } from "./lift-posterior.js";
import { logFacts } from "./log-facts.js";
import { marking } from "./marking.js";
import { decidingComparisons, liftsGiven } from "./online-lifts.js";
import { onlineRow } from "./online-row.js";
import { type ConcludeOptions, type OpenTally, openTally } from "./open-tally.js";
import type { DifferenceRow, EstimateRow, Result, Verdict } from "./result.js";
import {
  type AnsweredQuestion,
  answerQuestion,
  clustersIn,
  readScope,
  type ScopeReader,
} from "./scope-reader.js";
import { sharedRewards } from "./shared-rewards.js";
import { decidingRow, verdictsOf } from "./verdict.js";
import { warningsOf } from "./warnings.js";
import { whatIfs } from "./what-if/what-if.js";
import { withMark, withoutOpenOrders } from "./withheld.js";

/**
 * Estimates, differences, diagnostics and verdicts from a tally alone: no engine, no log, no clock. The event loop
 * turns between feeds and lines; rejects with the signal's reason once that is aborted. `asked` is what a tally was
 * taken for just now.
 */
export async function conclude(
  tally: StudyTally,
  options: ConcludeOptions = {},
  asked?: Asked,
): Promise<Result> {
  const base = await openTally(tally, options, asked);
  const result = await concludeOpen(base, everything);
  return options.whatIf ? { ...result, whatIf: await whatIfs(base, result) } : result;
}

/** Which parts of a result are computed. */
interface Parts {
  readonly byDay: boolean;
  /** The choices among candidates and clips. */
  readonly choices: boolean;
}

const everything: Parts = { byDay: true, choices: true };
/** The comparisons and what decides them, over all days. */
export const comparisonsAlone: Parts = { byDay: false, choices: false };

/** Differences with the errors of the rows that were seen, not those of a comparison's test under its hypothesis. */
export async function differencesAsSeen(
  base: OpenTally,
  byDay: boolean,
): Promise<readonly DifferenceRow[]> {
  const answers = await answerFeeds(base, feedsOf(base.tally, base.study), byDay);
  return answers
    .flat()
    .flatMap(({ compared }) => compared.map((each) => unadjusted(each, base.inference)));
}

/** `differencesAsSeen` over all days and day by day, as if fitted curves were known. */
export const differencesByKnownCurves = (base: OpenTally): Promise<readonly DifferenceRow[]> =>
  differencesAsSeen({ ...base, propagated: () => (answer) => answer }, true);

/** What follows from an open tally. */
export async function concludeOpen(base: OpenTally, { byDay, choices }: Parts): Promise<Result> {
  const { tally, about, study, fitted } = base;
  const { log, views } = base.questions;
  const feeds = feedsOf(tally, study);
  const answers = await answerFeeds(base, feeds, byDay);
  const evidence = {
    study,
    baseline: study.baseline,
    policies: views.policies.map(({ name }) => name),
    rewards: log.rewards,
    feeds: feeds.filter((feed) => feed !== allFeeds),
    excluded: about.survey.counts.excludedTrajectories ?? 0,
  };
  const comparisons = await comparisonsOf(base, evidence, answers);
  const rows = await rowsOfComparisons(base, comparisons, study.family);
  const scopes: FeedResult[] = [];
  for (const days of answers) scopes.push(await concludeFeed(base, days, comparisons, rows));
  const differences = scopes.flatMap((scope) => scope.differences);
  const found = scopes.flatMap((scope) => scope.diagnoses);
  const online = about.online.map((row) => onlineRow(row, study.confidence));
  const estimates = [...scopes.flatMap((scope) => scope.estimates), ...online];
  const given = { ...evidence, comparisons, diagnoses: found };
  const ofLines = await verdictsOf({ ...given, differences }, base.signal);
  const atStudy = await atStudyLevel(base, given, rows, ofLines);
  const verdicts = markedVerdicts(base, ofLines, atStudy.verdicts);
  const guardrails =
    study.guardrails === undefined
      ? {}
      : { guardrails: await guardrailsOf({ ...given, differences, ...atStudy }, base.signal) };
  const diagnoses = withoutOpenOrders(found, verdicts);
  const shared = sharedRewards(base, evidence.feeds);
  const drifting = byDay ? driftingFeeds(base, evidence.feeds) : [];
  const mark = marking(base, verdicts, shared, drifting);
  return {
    hindcast: version,
    study: studyInput(study),
    confidence: study.confidence,
    interval: study.interval,
    adjust: study.adjust,
    rewards: log.rewards.map(({ name, better }) => ({ name, better })),
    log: logFacts(tally, about, study, feeds),
    curves: fitted.map((each) => curveFacts(each, study)),
    verdicts,
    ...guardrails,
    ...(choices && (await choicesOf({ comparisons, verdicts, answers, base, diagnoses: found }))),
    estimates: mark(estimates),
    differences: mark(differences),
    diagnostics: diagnoses,
    warnings: warningsOf({
      study,
      log,
      survey: about.survey,
      fitted,
      estimates,
      diagnoses,
      verdicts,
      shared,
      drifting,
      differences: mark(differences),
      perSession: isPerSession(tally, { feed: allFeeds, day: null }),
    }),
  };
}

/** Verdicts with what a gate reads where the family is a feed's, and with what of them is no answer. */
const markedVerdicts = (
  base: OpenTally,
  verdicts: readonly Verdict[],
  atStudy: readonly Verdict[],
): readonly Verdict[] =>
  verdicts
    .map((verdict, at) =>
      base.study.family === "feed"
        ? { ...verdict, gate: atStudy[at]?.verdict ?? verdict.verdict }
        : verdict,
    )
    .map((each) => withPosterior(withMark(each), alternativeOf(base)));

/** Rows and verdicts at the level of all comparisons of the study, which a gate reads where the family is a feed's. */
async function atStudyLevel(
  base: OpenTally,
  evidence: Omit<Evidence, "differences">,
  rows: ReadonlyMap<Contrast, DifferenceRow>,
  verdicts: readonly Verdict[],
): Promise<Pick<GuardedComparisons, "rows" | "verdicts">> {
  if (base.study.family !== "feed") return { rows, verdicts };
  const ofStudy = await rowsOfComparisons(base, evidence.comparisons, "study");
  const differences = [...ofStudy.values()];
  return { rows: ofStudy, verdicts: await verdictsOf({ ...evidence, differences }, base.signal) };
}

/** The deciding differences of a study, each with what it is tested by. */
async function comparisonsOf(
  base: OpenTally,
  evidence: Pick<Evidence, "study" | "baseline" | "policies" | "rewards" | "feeds">,
  answers: readonly (readonly ScopeAnswers[])[],
): Promise<readonly VerdictComparison[]> {
  const comparisonAt = (place: ComparisonPlace): readonly VerdictComparison[] => {
    const overall = answers.find(([first]) => first?.reader.key.feed === place.feed)?.[0];
    const { compared = [], reader } = overall ?? {};
    const found = decidingRow(evidence.study, place, compared, (each) =>
      "none" in each ? each : each.key,
    );
    if (found === undefined || "none" in found || reader === undefined) return [];
    return [verdictComparison(base, found, reader.scope)];
  };
  return (await eachInTurn(placesOf(evidence), comparisonAt, base.signal)).flat();
}

interface FeedResult {
  readonly estimates: readonly EstimateRow[];
  readonly differences: readonly DifferenceRow[];
  readonly diagnoses: readonly Diagnosis[];
}

/** The questions of a study answered in one scope, and compared with the baseline. */
interface ScopeAnswers {
  readonly reader: ScopeReader;
  readonly clusters: number | null;
  readonly answered: readonly AnsweredQuestion[];
  readonly compared: readonly (Contrast | Missing)[];
}

/** The answers of each feed: over all days first, then day by day. */
async function answerFeeds(
  base: OpenTally,
  feeds: readonly (string | null)[],
  byDay: boolean,
): Promise<readonly (readonly ScopeAnswers[])[]> {
  const answers: (readonly ScopeAnswers[])[] = [];
  for (const feed of feeds) {
    const days = byDay ? daysOfFeed(base.tally, feed) : [];
    const scopes: ScopeAnswers[] = [];
    for (const day of [null, ...days]) scopes.push(await answerScope(base, { feed, day }));
    answers.push(scopes);
  }
  return answers;
}

async function answerScope(base: OpenTally, key: ScopeKey): Promise<ScopeAnswers> {
  const { fingerprintOf, all, sampling } = base.questions;
  const { tally, inPairs, propagated, about } = base;
  const reader = readScope(tally, fingerprintOf, key, inPairs, propagated, sampling);
  const answered = await eachInTurn(
    all,
    (question) => answerQuestion(reader, question, about.survey.largest),
    base.signal,
  );
  const clusters = clustersIn(base, reader);
  const compared = compareAll(answered, base.study.baseline, clusters);
  return { reader, clusters, answered, compared };
}

/** The rows of one feed, and what the diagnostics find over all days. */
async function concludeFeed(
  base: OpenTally,
  days: readonly ScopeAnswers[],
  comparisons: readonly VerdictComparison[],
  rows: ReadonlyMap<Contrast, DifferenceRow>,
): Promise<FeedResult> {
  const { inference } = base;
  const { diagnostics } = membersOf(base.study);
  const hasGroups = base.tally.buckets.kind === "hashed";
  const resultOf = (scope: ScopeAnswers): FeedResult => {
    const diagnoses =
      scope.reader.key.day === null ? diagnosesOf(base, scope, comparisons, rows) : [];
    const { answered, compared, clusters } = scope;
    return {
      diagnoses,
      estimates: answered.map((row) =>
        estimateRow(row, inference, clusters, diagnoses, diagnostics, hasGroups),
      ),
      differences: compared.map(
        (each) => ("none" in each ? each : rows.get(each)) ?? unadjusted(each, inference),
      ),
    };
  };
  const found = await eachInTurn(days, resultOf, base.signal);
  return {
    estimates: found.flatMap(({ estimates }) => estimates),
    differences: found.flatMap(({ differences }) => differences),
    diagnoses: found.flatMap(({ diagnoses }) => diagnoses),
  };
}

/** What the diagnostics find of one feed. */
function diagnosesOf(
  { study, about, questions, inference }: OpenTally,
  { reader, answered, compared }: ScopeAnswers,
  comparisons: readonly VerdictComparison[],
  rows: ReadonlyMap<Contrast, DifferenceRow>,
): readonly Diagnosis[] {
  const here = comparisons.filter(({ compared: { key } }) => key.feed === reader.key.feed);
  const isExamined = (policy: string): boolean => {
    const own = here.filter(
      ({ compared: { key } }) => policy === key.policy || policy === study.baseline,
    );
    return own.length > 0 && own.every(({ tables }) => tables !== undefined);
  };
  return diagnose({
    diagnostics: diagnosticsOf(study),
    reader,
    views: questions.views,
    baseline: study.baseline,
    inference,
    answered,
    compared: compared.filter((each): each is Contrast => !("none" in each)),
    estimand: study.estimands[0] ?? "perTrajectory",
    comparisons: decidingComparisons(study, here, rows),
    isExamined,
    online: about.online,
    lifts: liftsGiven(study),
  });
}
