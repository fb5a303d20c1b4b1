import type { Diagnosis } from "../../diagnostics/index.js";
import { allFeeds, isPerSession, type ScopeKey } from "../../inference/index.js";
import { membersOf, studyInput } from "../../study/index.js";
import { version } from "../../version.js";
import type { StudyTally, TakenTally } from "../about.js";
import type { Questions } from "../ask/questions.js";
import { diagnosticsOf } from "../ask/unknown-views.js";
import { atOnce, each as eachOf, inTurns, type Steps } from "../steps.js";
import { choicesOf } from "./choices-of.js";
import { curveFacts } from "./curve-facts.js";
import { diagnose } from "./diagnose.js";
import { type Comparison, compareAll, type Missing, unadjusted } from "./difference-rows.js";
import { driftingFeeds } from "./drifting-days.js";
import { estimateRow } from "./estimate-rows.js";
import { daysOfFeed, feedsOf } from "./feeds-of.js";
import { readingOf, withPosterior } from "./lift-posterior.js";
import { type GuardedLines, guardrailsOf } from "./lines/guardrails.js";
import { rowsOfLines, type VerdictLine, verdictLine } from "./lines/verdict-lines.js";
import { logFacts } from "./log-facts.js";
import { marking } from "./marking.js";
import { decidingLines, liftsGiven } from "./online-lifts.js";
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
import { decidingRow, type Evidence, placesOf, verdictsOf } from "./verdict.js";
import { warningsOf } from "./warnings.js";
import { whatIfs } from "./what-if/what-if.js";
import { withMark, withoutOpenOrders } from "./withheld.js";

/** Estimates, differences, diagnostics and verdicts from a tally alone: no engine, no log, no clock. */
export function conclude(tally: StudyTally, options: ConcludeOptions = {}): Result {
  return atOnce(concluding(tally, options));
}

/** `conclude` with turns of the event loop between feeds and lines; rejects with the signal's reason once that is aborted. */
export const concludeInTurns = (
  tally: StudyTally,
  { signal, ...options }: ConcludeOptions & { readonly signal?: AbortSignal | undefined } = {},
): Promise<Result> => inTurns(concluding(tally, options), signal);

/** `concludeInTurns` of a tally that was taken just now. */
export const concludeTaken = (
  { tally, questions }: TakenTally,
  signal?: AbortSignal,
): Promise<Result> => inTurns(concluding(tally, {}, questions), signal);

function* concluding(
  taken: StudyTally,
  options: ConcludeOptions,
  questions?: Questions,
): Steps<Result> {
  const base = yield* openTally(taken, options, questions);
  const result = yield* concludingOf(base, everything);
  return options.whatIf ? { ...result, whatIf: yield* whatIfs(base, result) } : result;
}

/** Which parts of a result are computed. */
interface Parts {
  readonly byDay: boolean;
  /** The order of the candidates, and the diagnostics that the dangers of verdict lines stand in for. */
  readonly aside: boolean;
}

const everything: Parts = { byDay: true, aside: true };
/** The verdict lines of an open tally and what decides them, over all days. */
export const concludeLines = (base: OpenTally): Result =>
  atOnce(concludingOf(base, { byDay: false, aside: false }));

/** Differences with the errors of the rows that were seen, not those of a line's test under its hypothesis. */
export const differencesAsSeen = (base: OpenTally, byDay: boolean): readonly DifferenceRow[] =>
  feedsOf(base.tally, base.study)
    .flatMap((feed) => atOnce(answerFeed(base, feed, byDay)))
    .flatMap(({ compared }) => compared.map((each) => unadjusted(each, base.inference)));

/** `differencesAsSeen` over all days and day by day, as if fitted curves were known. */
export const differencesByKnownCurves = (base: OpenTally): readonly DifferenceRow[] =>
  differencesAsSeen({ ...base, propagated: () => (answer) => answer }, true);

function* concludingOf(base: OpenTally, { byDay, aside }: Parts): Steps<Result> {
  const { tally, about, study, fitted } = base;
  const { log, views } = base.questions;
  const feeds = feedsOf(tally, study);
  const answers: (readonly ScopeAnswers[])[] = [];
  for (const feed of feeds) answers.push(yield* answerFeed(base, feed, byDay));
  const evidence = {
    study,
    baseline: study.baseline,
    policies: views.policies.map(({ name }) => name),
    rewards: log.rewards,
    feeds: feeds.filter((feed) => feed !== allFeeds),
    excluded: about.survey.counts.excludedTrajectories ?? 0,
  };
  const lines = yield* linesOf(base, evidence, answers);
  const rows = yield* rowsOfLines(lines, base.inference, study.family);
  const scopes: FeedResult[] = [];
  for (const days of answers) scopes.push(yield* concludeFeed(base, days, lines, rows, aside));
  const differences = scopes.flatMap((scope) => scope.differences);
  const found = scopes.flatMap((scope) => scope.diagnoses);
  const online = about.online.map((row) => onlineRow(row, study.confidence));
  const estimates = [...scopes.flatMap((scope) => scope.estimates), ...online];
  const given = { ...evidence, lines, diagnoses: found };
  const ofLines = yield* verdictsOf({ ...given, differences });
  const atStudy = yield* atStudyLevel(base, given, rows, ofLines);
  const verdicts = markedVerdicts(base, ofLines, atStudy.verdicts);
  const guardrails =
    study.guardrails === undefined
      ? {}
      : { guardrails: yield* guardrailsOf({ ...given, differences, ...atStudy }) };
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
    ...(aside && (yield* choicesOf({ lines, verdicts, answers, base, diagnoses: found }))),
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
    .map((each, at) =>
      base.study.family === "feed" ? { ...each, gate: atStudy[at]?.verdict ?? each.verdict } : each,
    )
    .map((each) => withPosterior(withMark(each), readingOf(base)));

/** Rows and verdicts at the level of all lines of the study, which a gate reads where the family is a feed's. */
function* atStudyLevel(
  { study, inference }: OpenTally,
  evidence: Omit<Evidence, "differences">,
  rows: ReadonlyMap<Comparison, DifferenceRow>,
  verdicts: readonly Verdict[],
): Steps<Pick<GuardedLines, "rows" | "verdicts">> {
  if (study.family !== "feed") return { rows, verdicts };
  const ofStudy = yield* rowsOfLines(evidence.lines, inference, "study");
  const differences = [...ofStudy.values()];
  return { rows: ofStudy, verdicts: yield* verdictsOf({ ...evidence, differences }) };
}

/** The deciding differences of a study, each with what it is tested by. */
function* linesOf(
  base: OpenTally,
  evidence: Pick<Evidence, "study" | "baseline" | "policies" | "rewards" | "feeds">,
  answers: readonly (readonly ScopeAnswers[])[],
): Steps<readonly VerdictLine[]> {
  const lines = yield* eachOf(placesOf(evidence), (place) => {
    const overall = answers.find(([first]) => first?.reader.key.feed === place.feed)?.[0];
    const { compared = [], reader } = overall ?? {};
    const found = decidingRow(evidence.study, place, compared, (each) =>
      "none" in each ? each : each.key,
    );
    if (found === undefined || "none" in found || reader === undefined) return [];
    return [verdictLine(base, found, reader.scope)];
  });
  return lines.flat();
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
  readonly compared: readonly (Comparison | Missing)[];
}

/** The answers of one feed: over all days first, then day by day. */
function* answerFeed(
  base: OpenTally,
  feed: string | null,
  byDay: boolean,
): Steps<readonly ScopeAnswers[]> {
  const days = byDay ? daysOfFeed(base.tally, feed) : [];
  const found: ScopeAnswers[] = [];
  for (const day of [null, ...days]) found.push(yield* answerScope(base, { feed, day }));
  return found;
}

function* answerScope(base: OpenTally, key: ScopeKey): Steps<ScopeAnswers> {
  const { fingerprintOf, all, sampling } = base.questions;
  const { tally, inPairs, propagated, about } = base;
  const reader = readScope(tally, fingerprintOf, key, inPairs, propagated, sampling);
  const answered = yield* eachOf(all, (one) => answerQuestion(reader, one, about.survey.largest));
  const clusters = clustersIn(base, reader);
  const compared = compareAll(answered, base.study.baseline, clusters);
  return { reader, clusters, answered, compared };
}

/** The rows of one feed, and what the diagnostics find over all days. */
function* concludeFeed(
  base: OpenTally,
  days: readonly ScopeAnswers[],
  lines: readonly VerdictLine[],
  rows: ReadonlyMap<Comparison, DifferenceRow>,
  aside: boolean,
): Steps<FeedResult> {
  const { inference } = base;
  const { diagnostics } = membersOf(base.study);
  const hasGroups = base.tally.buckets.kind === "hashed";
  const found = yield* eachOf(days, (scope) => {
    const diagnoses =
      scope.reader.key.day === null ? diagnosesOf(base, scope, lines, rows, aside) : [];
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
  });
  return {
    estimates: found.flatMap(({ estimates }) => estimates),
    differences: found.flatMap(({ differences }) => differences),
    diagnoses: found.flatMap(({ diagnoses }) => diagnoses),
  };
}

/** What the diagnostics find of one feed; what the dangers look at instead stands without a severity. */
function diagnosesOf(
  { study, about, questions, inference }: OpenTally,
  { reader, answered, compared }: ScopeAnswers,
  lines: readonly VerdictLine[],
  rows: ReadonlyMap<Comparison, DifferenceRow>,
  aside: boolean,
): readonly Diagnosis[] {
  const here = lines.filter(({ compared: { key } }) => key.feed === reader.key.feed);
  const needsGuards = aside || here.some(({ tables }) => tables === undefined);
  const diagnostics = diagnosticsOf(study).filter(({ guards }) => needsGuards || !guards);
  const found = diagnose({
    diagnostics,
    reader,
    views: questions.views,
    baseline: study.baseline,
    inference,
    answered,
    compared: compared.filter((each): each is Comparison => !("none" in each)),
    estimand: study.estimands[0] ?? "perTrajectory",
    lines: decidingLines(study, here, rows),
    online: about.online,
    lifts: liftsGiven(study),
  });
  return found.map((each) => {
    if (each.estimator !== null) return each;
    const isGuard = diagnostics.some(({ code, guards }) => code === each.code && guards === true);
    const own = here.filter(
      ({ compared: { key } }) => each.policy === key.policy || each.policy === study.baseline,
    );
    const isCovered = own.length > 0 && own.every(({ tables }) => tables !== undefined);
    return isGuard && isCovered ? { ...each, severity: "ok" } : each;
  });
}
