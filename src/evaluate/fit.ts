import type { StudyInput } from "../../schema/study-input.js";
import { type Reason, reason, StudyError } from "../errors.js";
import type { NamesModel } from "../exposure/curve.js";
import { recommendedCurve } from "../fitting/compare/recommended-curve.js";
import { type Depths, transitionsByBucket, transitionsIn } from "../fitting/depths.js";
import type { DayOfTransitions } from "../fitting/drift/drift.js";
import { type FeedReport, reportFeed } from "../fitting/feed-report/feed-report.js";
import { type FeedFit, fitCurve } from "../fitting/fit-curve.js";
import type { FitCurveOptions } from "../fitting/fit-options.js";
import { neededToFit } from "../log/roles/index.js";
import { byText } from "../log/strata.js";
import { roleWarnings } from "../log/summary.js";
import { viewsUnknown } from "../log/viewed-rows.js";
import type { CallOptions, Connection, Engine } from "../sql/engine.js";
import type { Keep } from "../sql/relation.js";
import { askingAhead } from "../sql/run/ask-ahead.js";
import { holding } from "../sql/run/holding.js";
import { fitAuto } from "../study/fit-request.js";
import { curvesAmong, type MemberOptions, membersOf } from "../study/members.js";
import type { FitRequest, Study } from "../study/study.js";
import { bucketHashOf, clusterKeyFor } from "../tally/cluster-key.js";
import type { TallyRequest } from "../tally/request.js";
import type { TallyTable } from "../tally/tally.js";
import { version } from "../version.js";
import { requestOf } from "./ask/tally-request.js";
import {
  countDepths,
  countDepthsByDay,
  type DepthCounts,
  type DepthPass,
  depthChecks,
} from "./curves/count-depths.js";
import { curvesByRank, type FeedCurves } from "./curves/curve-by-rank.js";
import { requestOfFeed } from "./curves/curve-requests.js";
import { onFitDays, requireWholeTrajectories } from "./curves/fit-days.js";
import { fittableIn } from "./curves/fittable-in.js";
import { depthsOf } from "./curves/fitted-curve.js";
import { onEngine, studyOf } from "./study-of.js";
import { bindSource } from "./survey/bind-source.js";
import { deepestView, longestList } from "./survey/deepest-rank.js";
import { hashingByEntry } from "./survey/hash-by-entry.js";
import type { LogCounts } from "./survey/log-counts.js";
import type { SurveyedLog } from "./survey/survey-log.js";
import { withSurvey } from "./survey/with-survey.js";

export interface FitLogOptions extends CallOptions, MemberOptions {
  /** An engine of the caller's own, which stays open; by default the study's is opened and closed. */
  readonly engine?: Engine;
  /** The curve to keep, whatever the study asks for; without both the recommended model. */
  readonly curve?: FitRequest;
  /** The last rank that can be viewed, of whatever curve is kept. */
  readonly cutoff?: number;
}

/** What a log says of its position bias, feed by feed, and the curves to keep. */
export interface FitResult {
  readonly hindcast: string;
  readonly log: FitLogFacts;
  /** Level of the parameters' intervals. */
  readonly confidence: number;
  readonly feeds: readonly FittedFeed[];
}

export interface FitLogFacts {
  readonly impressions: number;
  readonly trajectories: number;
  readonly counts: Readonly<Record<string, number>>;
  /** What must be said of the log, though nothing was refused. */
  readonly warnings: readonly Reason[];
}

/** A feed's report, its curve or the reason why it has none, and all curves by rank. */
export interface FittedFeed extends FeedReport, FeedCurves {
  readonly kept: FeedFit | Reason;
}

/**
 * Fits every model of position bias on the depths of a study's log: one aggregation, the rest is
 * arithmetic. The study is one that was read, or an object in the shape of a study file. Throws StudyError, LogError, UnsupportedError or EngineError.
 */
export async function fitLog(study: Study, options?: FitLogOptions): Promise<FitResult>;
export async function fitLog(study: StudyInput, options?: FitLogOptions): Promise<FitResult>;
export async function fitLog(
  input: StudyInput | Study,
  options: FitLogOptions = {},
): Promise<FitResult> {
  const { engine, members, ...more } = options;
  const study = studyOf(input, members);
  return onEngine(study, engine, (opened) => fitOn(opened, study, more));
}

async function fitOn(
  engine: Engine,
  study: Study,
  { curve, cutoff, ...more }: Omit<FitLogOptions, "engine" | "members">,
): Promise<FitResult> {
  const connection: Connection = { engine, options: more };
  const bare = withoutQuestions(study);
  const bound = await bindSource(connection, bare);
  return withSurvey(connection, bare, bound, async (surveyedLog) => {
    const { log } = surveyedLog;
    const hashed = { kind: "hashed", count: buckets, key: bucketHashOf(log) } as const;
    const base = requestOf(
      bare,
      surveyedLog,
      await hashingByEntry(connection, surveyedLog, hashed),
    );
    const by = { ...(await engine.info()), name: engine.name };
    const clusteredBy = clusterKeyFor(log, base.bucketing, by);
    await requireWholeTrajectories(connection, surveyedLog, study.exposure.fitDays);
    const { table, byDay, structure } = await depthsIn(connection, study, surveyedLog, base);
    const counts: LogCounts = { ...surveyedLog.counts, ...structure };
    const names = [...new Set(surveyedLog.strata.map(({ feed }) => feed))];
    const feeds = names
      .sort((a, b) => byText(a ?? "", b ?? ""))
      .map((feed) =>
        fitFeed(study, surveyedLog, table, byDay, { feed, clusteredBy }, { curve, cutoff }),
      );
    const trajectories = feeds.reduce((sum, feed) => sum + feed.trajectories, 0);
    const impressions = surveyedLog.summary.rows;
    const warnings = roleWarnings(log, surveyedLog.summary);
    const facts = { impressions, trajectories, counts, warnings };
    return { hindcast: version, log: facts, confidence: study.confidence, feeds };
  });
}

/** Buckets of users that errors come from and that a file keeps. */
const buckets = 1024;

/** Only what depths follow from is read: no policy, no reward, no curve. */
function withoutQuestions(study: Study): Study {
  const roles = neededToFit
    .map(({ field }) => field)
    .filter((field) => study.log[field] === undefined);
  if (roles.length > 0) {
    const named = roles.map((role) => `log.${role}`).join(" and ");
    const message = `Fitting position bias needs ${named}: it is fitted on how deep each trajectory went. Name the column.`;
    throw new StudyError(reason("missingKey", message, { roles }));
  }
  if (viewsUnknown(study.log)) {
    const message =
      "Fitting position bias needs log.viewed: rows are offered (log.rows), and without it the log does not say how deep anyone went. Name the column that is 1 where the item was viewed.";
    throw new StudyError(reason("viewsUnknown", message, { missing: "log.viewed" }));
  }
  return { ...study, log: { ...study.log, rewards: {} }, policies: {}, exposure: {} };
}

function fitFeed(
  study: Study,
  { log, summary }: SurveyedLog,
  table: TallyTable,
  byDay: TallyTable | undefined,
  { feed, clusteredBy }: Pick<FeedFit, "feed" | "clusteredBy">,
  choice: FitChoice,
): FittedFeed {
  const request = askedOf(study, feed, choice);
  const namesModel = curvesAmong(membersOf(study));
  const depths = depthsOf(table, feed);
  const report = reportFeed({
    feed,
    depths,
    days: byDay === undefined ? [] : transitionsByDay(byDay, feed),
    censoringKnown: log.spec.listLength !== undefined || log.spec.censored !== undefined,
    ...(request.cutoff === undefined ? {} : { cutoff: request.cutoff }),
    curves: fittableIn(study),
  });
  const kept = keptCurve(depths, request, report, { ...namesModel, ...longestList(log, summary) });
  if ("code" in kept) return feedWithCurves(report, kept, study.confidence);
  const curve: FeedFit = { feed, ...kept, depths, clusteredBy, buckets };
  return feedWithCurves(report, curve, study.confidence);
}

interface FitChoice {
  readonly curve: FitRequest | undefined;
  readonly cutoff: number | undefined;
}

/** The curve that is asked for: the recommended one, where the study gives its own or none. */
function askedOf(
  { exposure }: Study,
  feed: string | null,
  { curve, cutoff }: FitChoice,
): FitRequest {
  const request = requestOfFeed(exposure, feed);
  const fallback = request !== undefined && "fit" in request ? request : { fit: fitAuto };
  return { ...(curve ?? fallback), ...(cutoff !== undefined && { cutoff }) };
}

export function feedWithCurves(
  report: FeedReport,
  kept: FeedFit | Reason,
  confidence: number,
): FittedFeed {
  const curve = "code" in kept ? undefined : kept;
  return { ...report, kept, ...curvesByRank(report, curve, confidence) };
}

function keptCurve(
  depths: Depths,
  { fit: model, ...request }: FitRequest,
  report: FeedReport,
  { longest, ...members }: NamesModel & Pick<FitCurveOptions, "longest">,
): Pick<FeedFit, "options" | "fit"> | Reason {
  const named =
    model === fitAuto ? recommendedCurve(report, request.cutoff) : { model, ...request };
  if ("code" in named) return named;
  const options = { ...named, ...members };
  const to = Array.from(depths.depth).reduce((most, depth) => Math.max(most, depth), 1);
  const fit = fitCurve(depths, { ...options, to, ...(longest !== undefined && { longest }) });
  return "code" in fit ? fit : { options, fit };
}

interface DepthsOfLog extends Pick<DepthCounts, "structure"> {
  readonly table: TallyTable;
  /** Depths by day, where there are several: whether the curve drifts. */
  readonly byDay: TallyTable | undefined;
}

/** Depths by user and, where there are several days, by day; of one pass where the engine can hold its counts. */
async function depthsIn(
  connection: Connection,
  { exposure: { fitDays } }: Study,
  surveyedLog: SurveyedLog,
  base: TallyRequest,
): Promise<DepthsOfLog> {
  const { engine } = connection;
  const hasDays = new Set(surveyedLog.strata.map(({ day }) => day)).size > 1;
  const cells =
    surveyedLog.strata.length * buckets * deepestView(surveyedLog.log, surveyedLog.summary);
  const isWorth = hasDays && fitDays === undefined && cells <= mostHeld;
  const count = async (keep: Keep | undefined): Promise<DepthsOfLog> => {
    const pass: DepthPass = { checks: depthChecks(surveyedLog.log), ...(keep && { keep }) };
    const fitted = onFitDays(surveyedLog, fitDays);
    const depthsByDay = async (counts: LogCounts): Promise<TallyTable | undefined> =>
      hasDays ? countDepthsByDay(connection, surveyedLog, base, counts, pass) : undefined;
    const { depths, structure } = await askingAhead(
      () => countDepths(connection, fitted, base, pass),
      () => depthsByDay(surveyedLog.counts),
    );
    const byDay = await depthsByDay({ ...surveyedLog.counts, ...structure });
    return { table: depths.table, byDay, structure };
  };
  return isWorth ? holding(engine, surveyedLog.summary.rows, count) : count(undefined);
}

/** Counts that are worth holding. */
const mostHeld = 4_000_000;

const noTransitions = { atRisk: [], stops: [], trajectories: 0 };

function transitionsByDay(table: TallyTable, feed: string | null): readonly DayOfTransitions[] {
  const days = table.strata.flatMap((stratum) =>
    stratum.feed === feed && stratum.day !== null ? [stratum.day] : [],
  );
  const most = table.bucket.reduce((all, bucket) => Math.max(all, bucket), 0);
  return days.sort(byText).map((day) => {
    const depths = depthsOf(table, feed, day);
    const groups = transitionsByBucket(depths);
    return {
      day,
      transitions: transitionsIn(depths),
      groups: Array.from({ length: most + 1 }, (_, group) => groups.get(group) ?? noTransitions),
    };
  });
}
