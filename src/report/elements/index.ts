import type { OnlineComparison, TrackRecord } from "../../agreement/index.js";
import type { Comparison, Figure1, RankResult, Table1, Table2 } from "../../answers/index.js";
import type { CheckReport } from "../../evaluate/check.js";
import type { FitResult } from "../../evaluate/fit.js";
import type { Plan } from "../../planning/index.js";
import type { Element } from "../element.js";
import type { SideBySide } from "../side-by-side.js";
import type { ReportedFeed, ReportedResult } from "../source.js";
import type { ResultsIndex, StudyOverDays } from "../studies-over-days.js";
import { agreementLines } from "./agreement-lines/agreement-lines.js";
import { agreementScatter } from "./agreement-scatter/agreement-scatter.js";
import { bestCandidates } from "./best-candidates/best-candidates.js";
import { checkedCurves } from "./checked-curves/checked-curves.js";
import { comparedModels } from "./compared-models/compared-models.js";
import { curves } from "./curves/curves.js";
import { decision } from "./decision/decision.js";
import { decisionsOverDays } from "./decisions-over-days/decisions-over-days.js";
import { diagnoses } from "./diagnoses/diagnoses.js";
import { dialsTurned } from "./dials-turned/dials-turned.js";
import { differences } from "./differences/differences.js";
import { doubts } from "./doubts/doubts.js";
import { drift } from "./drift/drift.js";
import { estimates } from "./estimates/estimates.js";
import { explainedConventions } from "./explained-conventions/explained-conventions.js";
import { fitEnd } from "./fit-end/fit-end.js";
import { fitLogSize } from "./fit-log/fit-log.js";
import { fitReading } from "./fit-reading/fit-reading.js";
import { forest } from "./forest/forest.js";
import { guardrails } from "./guardrails/guardrails.js";
import { kept } from "./kept/kept.js";
import { keptStudies } from "./kept-studies/kept-studies.js";
import { lemma } from "./lemma/lemma.js";
import { liftsOverDays } from "./lifts-over-days/lifts-over-days.js";
import { limitCurves } from "./limit-curves/limit-curves.js";
import { linesSideBySide } from "./lines-side-by-side/lines-side-by-side.js";
import { log } from "./log/log.js";
import { measured } from "./measured/measured.js";
import { models } from "./models/models.js";
import { normalisers } from "./normalisers/normalisers.js";
import { overallDifferences } from "./overall-differences/overall-differences.js";
import { plan } from "./plan/plan.js";
import { posterior } from "./posterior/posterior.js";
import { problems } from "./problems/problems.js";
import { profile } from "./profile/profile.js";
import { rankedRuns } from "./ranked-runs/ranked-runs.js";
import { ranks } from "./ranks/ranks.js";
import { reading } from "./reading/reading.js";
import { refusedLines } from "./refused-lines/refused-lines.js";
import { rowMarks } from "./row-marks/row-marks.js";
import { rowsByDay } from "./rows-by-day/rows-by-day.js";
import { runDifferences } from "./run-differences/run-differences.js";
import { runOrders } from "./run-orders/run-orders.js";
import { sensitivityCurves } from "./sensitivity-curves/sensitivity-curves.js";
import { specifications } from "./specifications/specifications.js";
import { studiesSideBySide } from "./studies-side-by-side/studies-side-by-side.js";
import { study } from "./study/study.js";
import { supports } from "./supports/supports.js";
import { survey } from "./survey/survey.js";
import { survives } from "./survives/survives.js";
import { trackedCalls } from "./tracked-calls/tracked-calls.js";
import { turningPoints } from "./turning-points/turning-points.js";
import { unreadResults } from "./unread-results/unread-results.js";
import { usable } from "./usable/usable.js";
import { userValues } from "./user-values/user-values.js";
import { verdicts } from "./verdicts/verdicts.js";
import { chapterWarnings, foldedWarnings, warnings } from "./warnings/warnings.js";
import { weekCorrelations } from "./week-correlations/week-correlations.js";
import { whatIf } from "./what-if/what-if.js";

/** Elements of a result's report, in the order of the page. */
export const resultElements: readonly Element<ReportedResult>[] = [
  decision,
  forest,
  doubts,
  guardrails,
  curves,
  log,
  posterior,
  verdicts,
  reading,
  turningPoints,
  survives,
  specifications,
  bestCandidates,
  estimates,
  limitCurves,
  differences,
  rowMarks,
  whatIf,
  diagnoses,
  foldedWarnings,
  study,
  rowsByDay,
];

export const fitElements: {
  readonly before: readonly Element<FitResult>[];
  readonly feed: readonly Element<ReportedFeed>[];
  readonly after: readonly Element<FitResult>[];
} = {
  before: [fitLogSize],
  feed: [kept, measured, models, drift, chapterWarnings, ranks],
  after: [fitReading, fitEnd],
};

export const checkElements: readonly Element<CheckReport>[] = [
  usable,
  problems,
  survey,
  checkedCurves,
  profile,
  refusedLines,
  supports,
  warnings,
];

export const rankElements: readonly Element<RankResult>[] = [
  rankedRuns,
  runDifferences,
  runOrders,
  explainedConventions,
  warnings,
  userValues,
];

export const comparisonElements: readonly Element<Comparison>[] = [comparedModels];

export const onlineComparisonElements: readonly Element<OnlineComparison>[] = [
  overallDifferences,
  agreementScatter,
  agreementLines,
  sensitivityCurves,
  warnings,
];
export const planElements: readonly Element<Plan>[] = [plan];

export const table1Elements: readonly Element<Table1>[] = [normalisers, lemma];
export const table2Elements: readonly Element<Table2>[] = [dialsTurned, weekCorrelations];
export const figure1Elements: readonly Element<Pick<Figure1, "sensitivity">>[] = [
  sensitivityCurves,
];

/** What a page of the results of a folder shows: before, of each study, and after them. */
export const indexElements: {
  readonly before: readonly Element<ResultsIndex>[];
  readonly study: readonly Element<StudyOverDays>[];
  readonly after: readonly Element<ResultsIndex>[];
} = {
  before: [keptStudies],
  study: [decisionsOverDays, liftsOverDays],
  after: [unreadResults],
};

export const sideBySideElements: readonly Element<SideBySide>[] = [
  linesSideBySide,
  studiesSideBySide,
];

export const trackRecordElements: readonly Element<TrackRecord>[] = [trackedCalls, warnings];
