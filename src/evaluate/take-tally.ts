import { type BoundLog, sampled, summaryOf } from "../log/index.js";
import { type CallOptions, type Engine, together } from "../sql/index.js";
import { type Study, studyInput } from "../study/index.js";
import {
  type Buckets,
  type ClusterKey,
  dealtBy,
  depthsTable,
  type Inspect,
  type ScopeCount,
  type Taken,
  type TakenDepths,
  type Tally,
  type TallyRequest,
  type TallyTable,
  takeSums,
  withFirstDay,
} from "../tally/index.js";
import type { About, OnlineReward } from "./about.js";
import { componentsOf, questionsOf } from "./ask/questions.js";
import { countingOf, requestOf } from "./ask/tally-request.js";
import { deepestRank, viewsOf } from "./ask/views.js";
import { lookDeep } from "./curves/count-depths.js";
import {
  curvesOf,
  exposureWith,
  hasEstimatedCurves,
  learnsCurves,
  provisional,
  readsCurves,
} from "./curves/exposure.js";
import { onFitDays, requireWholeTrajectories, withoutFitDays } from "./curves/fit-days.js";
import { estimatedIn } from "./curves/fitted-curve.js";
import { type Lesson, learnCurves } from "./curves/learn-curves.js";
import { isCountedByPairs, takeCurveTables } from "./curves/take-curve-tables.js";
import { onlineRewards } from "./online.js";
import { bindSource } from "./survey/bind-source.js";
import { chooseBucketing, mostExact } from "./survey/bucketing.js";
import { countUsers } from "./survey/count-users.js";
import { requireAllRows, requireSameLog } from "./survey/require-unchanged-log.js";
import { deepestByFeed, requireSoundCurves } from "./survey/rules/check-curves.js";
import { requireFirstRanks } from "./survey/rules/check-first-ranks.js";
import {
  requireDistinctTargets,
  requireSoundSample,
  requireSoundStructure,
} from "./survey/rules/check-structure.js";
import type { Surveyed } from "./survey/survey-log.js";
import { withSurvey } from "./survey/with-survey.js";

export interface TakeOptions extends CallOptions {
  readonly engine: Engine;
  /** Adds up what `whatIf` needs also where curves are given and none is learnt. */
  readonly whatIf?: boolean;
}

/**
 * Surveys a log, checks it, and adds up what the study needs. Everything that follows is arithmetic on
 * the tally. Throws StudyError, LogError, UnsupportedError or EngineError.
 */
export async function takeTally(study: Study, options: TakeOptions): Promise<Tally> {
  const { engine, ...call } = options;
  const log = await bindSource(study, engine, call);
  const online = await onlineRewards(study, (other) => takeTally(other, options));
  return withSurvey(study, log, engine, call, (found) => sumUp(study, found, online, options));
}

/** Up to this many rows every trajectory is searched for duplicate target ranks, not a sample. */
const fewRows = 100_000;

async function sumUp(
  study: Study,
  whole: Surveyed,
  online: readonly OnlineReward[],
  { engine, whatIf = false, ...call }: TakeOptions,
): Promise<Tally> {
  const found = withoutFitDays(whole, study.exposure.fitDays);
  const { log, rows, summary, strata } = found;
  const users = await countUsers(engine, found, call);
  const everyone = found === whole ? users : await countUsers(engine, whole, call);
  const chosen = bucketingOf(study, found, everyone.total);
  const base = requestOf(study, found, chosen.bucketing);
  const by = { name: engine.name, version: (await engine.info()).version };
  const clusteredBy = dealtBy(log, chosen.bucketing, by);
  const counts: Record<string, number> = { ...found.counts };
  const { depths, known, own, curves, estimated, exposure } = await learn(
    study,
    { whole, found, base, clusteredBy, counts },
    engine,
    call,
  );
  const views = viewsOf(log, exposure, summary);
  const components = componentsOf(questionsOf(study, views), views);
  const request = requestAfter({ ...base, components }, depths, known, counts);
  const summed = components.filter(
    (component) => estimated.length === 0 || !isCountedByPairs(request, component),
  );
  const inspect: Inspect = async (structure) => {
    if (known) return { daysSpan: mayDaysSpan(log, counts) };
    Object.assign(counts, structure);
    await requireSoundStructure(engine, log, rows, counts, call);
    return { daysSpan: mayDaysSpan(log, counts) };
  };
  const sums = { ...request, components: summed };
  // Counts of its own, so that their order does not depend on which of both is done first.
  const sampledCounts: Record<string, number> = {};
  const [taken] = await together(
    engine,
    [
      (options) => takeSums(engine, sums, chosen.expectedRowsPerCell, inspect, options),
      (options) => requireSoundTargets(study, found, known, sampledCounts, engine, options),
      (options) => requireSameLog(engine, whole, options),
    ],
    call,
  );
  requireAllRows(found, taken.rows);
  Object.assign(counts, sampledCounts);
  if (request.counting === "firstRank") requireFirstRanks(log, taken);
  const asked = {
    strata: strata.length,
    estimated: estimated.map(({ curve }) => curve),
    varied: whatIf ? curvesOf(exposure) : [],
  };
  const daysSpan = mayDaysSpan(log, counts);
  const dated = daysSpan ? { ...request, daysSpan, rows: withFirstDay(rows) } : request;
  const { tables, inexact } = await takeCurveTables(engine, dated, asked, call);
  const added = { ...taken, inexact: taken.inexact + inexact };
  const exact = taken.buckets.kind === "exact";
  const clusters = exact ? null : await users.byScope((counts.holes ?? 0) > 0);
  return tallyOf(study, found, added, {
    clusters,
    clusteredBy,
    tables: { ...own, ...tables },
    about: { engine: by, counts, online, curves },
  });
}

interface Known {
  readonly whole: Surveyed;
  readonly found: Surveyed;
  readonly base: TallyRequest;
  readonly clusteredBy: ClusterKey;
  readonly counts: Record<string, number>;
}

/** The curves of a study: those that are learnt first, from the days that teach them. */
async function learn(
  study: Study,
  { whole, found, base, clusteredBy, counts }: Known,
  engine: Engine,
  call: CallOptions,
) {
  const { fitDays } = study.exposure;
  await requireWholeTrajectories(engine, whole, fitDays, call);
  const looked = learnsCurves(study.exposure)
    ? await lookDeep(onFitDays(whole, fitDays), base, counts, engine, call)
    : { depths: undefined, known: false };
  const { depths } = looked;
  const lesson = await lessonOf(study, found, { depths, clusteredBy }, engine, call);
  const curves = await learnCurves(lesson);
  const own = depths === undefined ? {} : { [depthsTable]: depths.table };
  const estimated = estimatedIn({ buckets: bucketsOf(base), tables: own }, curves);
  const exposure = exposureWith(study.exposure, estimated);
  await requireSoundCurves(exposure, found, engine, call);
  return { depths, known: looked.known && fitDays === undefined, own, curves, estimated, exposure };
}

/** How clusters become buckets: decided before the curves are known, by curves of no meaning. */
function bucketingOf(
  study: Study,
  found: Surveyed,
  clusters: number,
): ReturnType<typeof chooseBucketing> {
  const { log, summary, strata } = found;
  const draft = viewsOf(log, provisional(study.exposure, feedsIn(strata)), summary);
  const deepest = summaryOf(summary, "h_rank").range?.[1] ?? 1;
  const depthCells = (buckets: number): number =>
    learnsCurves(study.exposure)
      ? Math.min(summary.rows, 2 * buckets * strata.length * deepest)
      : 0;
  const components = componentsOf(questionsOf(study, draft), draft);
  // Files hold buckets of users: only among buckets do the same users meet.
  const least = readsCurves(study.exposure) ? mostExact + 1 : clusters;
  return chooseBucketing(found, Math.max(clusters, least), components, depthCells);
}

async function lessonOf(
  study: Study,
  found: Surveyed,
  known: Pick<Lesson, "depths" | "clusteredBy">,
  engine: Engine,
  call: CallOptions,
): Promise<Lesson> {
  const feeds = feedsIn(found.strata);
  const deepest = hasEstimatedCurves(study.exposure)
    ? await deepestByFeed(engine, found, call)
    : () => 1;
  return { study, feeds, deepest, ...known };
}

const bucketsOf = ({ bucketing }: TallyRequest): Buckets =>
  bucketing.kind === "exact" ? { kind: "exact", hashes: [] } : bucketing;

const feedsIn = (strata: Surveyed["strata"]): readonly (string | null)[] => [
  ...new Set(strata.map(({ feed }) => feed)),
];

/** Once the structure is known to be sound, rows tell as much as trajectories, and cost less. */
function requestAfter(
  request: TallyRequest,
  depths: TakenDepths | undefined,
  known: boolean,
  counts: Readonly<Record<string, number>>,
): TallyRequest {
  if (depths === undefined) return request;
  const clusters = depths.clusters;
  if (!known) return { ...request, clusters };
  const structure = { inner: [], outer: [] };
  const isPlain = (counts.holes ?? 0) === 0 && (counts.severalDays ?? 0) === 0;
  return { ...request, clusters, structure, counting: isPlain ? "firstRank" : "trajectories" };
}

/**
 * Duplicate target ranks are looked for in a sample, or everywhere where rows are few. What is known of the
 * structure of every trajectory is not asked of a sample again.
 */
async function requireSoundTargets(
  study: Study,
  { log, rows, summary }: Surveyed,
  known: boolean,
  counts: Record<string, number>,
  engine: Engine,
  call: CallOptions,
): Promise<void> {
  if (study.log.structure === "declared" || log.spec.trajectory === undefined) return;
  const looked = summary.rows <= fewRows ? rows : sampled(log, rows);
  await requireDistinctTargets(engine, log, looked, counts, call);
  if (study.log.structure === "sample" && log.spec.rank !== undefined && !known) {
    await requireSoundSample(engine, log, looked, deepestRank(log, summary), counts, call);
  }
}

/** Whether a row's day may not be its trajectory's: where trajectories are grouped unchecked, it may. */
function mayDaysSpan(log: BoundLog, counts: Readonly<Record<string, number>>): boolean {
  const isUnchecked = countingOf(log) === "trajectories" && log.spec.structure !== "check";
  return (counts.severalDays ?? 0) > 0 || (isUnchecked && log.spec.day !== undefined);
}

function tallyOf(
  study: Study,
  { log, summary, strata }: Surveyed,
  taken: Taken,
  more: {
    readonly clusters: readonly ScopeCount[] | null;
    readonly clusteredBy: ClusterKey;
    readonly tables: Readonly<Record<string, TallyTable>>;
    readonly about: Pick<About, "engine" | "online" | "curves"> & {
      readonly counts: Readonly<Record<string, number>>;
    };
  },
): Tally {
  const { counts, ...rest } = more.about;
  const exact = taken.buckets.kind === "exact" ? new Set(taken.table.bucket).size : null;
  const { clusters, clusteredBy } = more;
  const users = log.spec.user === undefined ? null : (exact ?? clusters?.[0]?.clusters ?? null);
  const about: About = {
    version: 1,
    study: studyInput(study),
    types: [...log.types],
    survey: { summary, strata, users, counts, inexact: taken.inexact },
    ...rest,
  };
  return {
    buckets: taken.buckets,
    clusteredBy,
    clusters,
    tables: { cells: taken.table, ...more.tables },
    about: JSON.stringify(about),
  };
}
