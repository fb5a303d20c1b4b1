import { allFeeds, isPerSession } from "../../inference/scope.js";
import { studyInput } from "../../study/study-input.js";
import { version } from "../../version.js";
import type { QuestionSet, StudyTally } from "../about.js";
import { answerFeeds } from "./answers.js";
import { choicesOf } from "./choices-of.js";
import { comparisonsOf } from "./comparisons/comparisons-of.js";
import { type GuardedComparisons, guardrailsOf } from "./comparisons/guardrails.js";
import { rowsOfComparisons } from "./comparisons/rows-of-comparisons.js";
import { curveFacts } from "./curve-facts.js";
import type { Contrast } from "./difference-rows.js";
import { driftingFeeds } from "./drifting-days.js";
import type { Evidence } from "./evidence.js";
import { concludeFeed, type FeedResult } from "./feed-result.js";
import { feedsOf } from "./feeds-of.js";
import { posteriorTermsOf, withPosterior } from "./lift-posterior.js";
import { logFacts } from "./log-facts.js";
import { onlineRow } from "./online-row.js";
import { type ConcludeOptions, type OpenTally, openTally } from "./open-tally.js";
import type { Answered, DifferenceRow, Result, Verdict } from "./result.js";
import { sharedRewards } from "./shared-rewards.js";
import { verdictsOf } from "./verdict.js";
import { warningsOf } from "./warnings.js";
import { whatIfs } from "./what-if/what-if.js";
import { withholdVerdict, withoutOpenOrders } from "./withheld.js";
import { withholding } from "./withholding.js";

/**
 * Estimates, differences, diagnostics and verdicts from a tally alone: no engine, no log, no clock. The event loop
 * turns between feeds and comparisons; rejects with the signal's reason once that is aborted. `asked` is what a tally was
 * taken for just now.
 */
export async function conclude(
  tally: StudyTally,
  options: ConcludeOptions = {},
  asked?: QuestionSet,
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

/**
 * What follows from an open tally: the study's questions are answered in every scope, compared with the baseline and
 * tested together; diagnostics and checks look at what the tests rest on; verdicts and guardrails follow.
 */
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
  const allDiagnoses = scopes.flatMap((scope) => scope.diagnoses);
  const online = about.online.map((row) => onlineRow(row, study.confidence));
  const estimates = [...scopes.flatMap((scope) => scope.estimates), ...online];
  const grounds = { ...evidence, comparisons, diagnoses: allDiagnoses };
  const atOwnLevel = await verdictsOf({ ...grounds, differences }, base.signal);
  const atStudy = await atStudyLevel(base, grounds, rows, atOwnLevel);
  const verdicts = wholeVerdicts(base, atOwnLevel, atStudy.verdicts);
  const guardrails =
    study.guardrails === undefined
      ? {}
      : { guardrails: await guardrailsOf({ ...grounds, differences, ...atStudy }, base.signal) };
  const diagnoses = withoutOpenOrders(allDiagnoses, verdicts);
  const shared = sharedRewards(base, evidence.feeds);
  const drifting = byDay ? driftingFeeds(base, evidence.feeds) : [];
  const withhold = withholding(base, verdicts, shared, drifting);
  return {
    hindcast: version,
    study: studyInput(study),
    confidence: study.confidence,
    interval: study.interval,
    adjust: study.adjust,
    rewards: log.rewards.map(({ name, better }) => ({ name, better })),
    log: logFacts(base, feeds),
    curves: fitted.map((curve) => curveFacts(curve, study)),
    verdicts: verdicts.map(withholdVerdict),
    ...guardrails,
    ...(choices &&
      (await choicesOf({ comparisons, verdicts, answers, base, diagnoses: allDiagnoses }))),
    estimates: withhold(estimates),
    differences: withhold(differences),
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
      someDays: base.someDays,
      differences: withhold(differences),
      perSession: isPerSession(tally, { feed: allFeeds, day: null }),
    }),
  };
}

/** Verdicts with what a gate reads where the family is a feed's, and with what a prior makes of them. */
const wholeVerdicts = (
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
    .map((verdict) => withPosterior(verdict, posteriorTermsOf(base)));

/** Rows and verdicts at the level of all comparisons of the study, which a gate reads where the family is a feed's. */
async function atStudyLevel(
  base: OpenTally,
  evidence: Omit<Evidence, "differences">,
  rows: ReadonlyMap<Contrast, Answered<DifferenceRow>>,
  verdicts: readonly Verdict[],
): Promise<Pick<GuardedComparisons, "rows" | "verdicts">> {
  if (base.study.family !== "feed") return { rows, verdicts };
  const ofStudy = await rowsOfComparisons(base, evidence.comparisons, "study");
  const differences = [...ofStudy.values()];
  return { rows: ofStudy, verdicts: await verdictsOf({ ...evidence, differences }, base.signal) };
}
