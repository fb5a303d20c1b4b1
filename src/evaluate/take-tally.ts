import { type BoundLog, sampled, summaryOf } from "../log/index.js";
import type { CallOptions, Engine } from "../sql/index.js";
import { type Study, studyInput } from "../study/index.js";
import {
  type Buckets,
  clusterKeyOf,
  depthsTable,
  type ScopeCount,
  type Taken,
  type TakenDepths,
  type Tally,
  type TallyRequest,
  type TallyTable,
  takeSums,
  withFirstDay,
} from "../tally/index.js";
import { bindSource } from "./bind-source.js";
import { chooseBucketing, mostExact } from "./bucketing.js";
import { deepestByFeed, requireSoundCurves } from "./check-curves.js";
import { requireFirstRanks } from "./check-first-ranks.js";
import {
  requireDistinctTargets,
  requireSoundSample,
  requireSoundStructure,
} from "./check-structure.js";
import { countUsers } from "./count-users.js";
import { estimatedIn } from "./estimated.js";
import {
  curvesOf,
  exposureWith,
  hasEstimatedCurves,
  learnsCurves,
  provisional,
  readsCurves,
} from "./exposure.js";
import { onFitDays, requireWholeTrajectories, withoutFitDays } from "./fit-days.js";
import { type Lesson, learnCurves } from "./learn-curves.js";
import { lookDeep } from "./look-deep.js";
import { onlineRewards } from "./online.js";
import { componentsOf, questionsOf } from "./questions.js";
import type { About, OnlineReward } from "./survey.js";
import type { Surveyed } from "./survey-log.js";
import { isCountedByPairs, takeCurveTables } from "./take-curve-tables.js";
import { countingOf, requestOf } from "./tally-request.js";
import { deepestRank, viewsOf } from "./views.js";
import { withSurvey } from "./with-survey.js";

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
  const { fitDays } = study.exposure;
  const found = withoutFitDays(whole, fitDays);
  const { log, rows, summary, strata } = found;
  const users = await countUsers(engine, found, call);
  const everyone = found === whole ? users : await countUsers(engine, whole, call);
  const chosen = bucketingOf(study, found, everyone.total);
  const base = requestOf(study, found, chosen.bucketing);
  const counts: Record<string, number> = { ...found.counts };
  await requireWholeTrajectories(engine, whole, fitDays, call);
  const looked = learnsCurves(study.exposure)
    ? await lookDeep(onFitDays(whole, fitDays), base, counts, engine, call)
    : { depths: undefined, known: false };
  const { depths } = looked;
  const known = looked.known && fitDays === undefined;
  const curves = await learnCurves(await lessonOf(study, found, depths, engine, call));
  const own = depths === undefined ? {} : { [depthsTable]: depths.table };
  const estimated = estimatedIn({ buckets: bucketsOf(base), tables: own }, curves);
  const exposure = exposureWith(study.exposure, estimated);
  await requireSoundCurves(exposure, found, engine, call);
  const views = viewsOf(log, exposure, summary);
  const components = componentsOf(questionsOf(study, views), views);
  const request = requestAfter({ ...base, components }, depths, known, counts);
  const summed = components.filter(
    (component) => estimated.length === 0 || !isCountedByPairs(request, component),
  );
  const taken = await takeSums(
    engine,
    { ...request, components: summed },
    chosen.expectedRowsPerCell,
    async (structure) => {
      if (known) return { daysSpan: mayDaysSpan(log, counts) };
      Object.assign(counts, structure);
      await requireSoundStructure(engine, log, rows, counts, call);
      return { daysSpan: mayDaysSpan(log, counts) };
    },
    call,
  );
  if (request.counting === "firstRank") requireFirstRanks(log, taken);
  await requireSoundTargets(study, found, counts, engine, call);
  const asked = {
    strata: strata.length,
    estimated: estimated.map(({ curve }) => curve),
    varied: whatIf ? curvesOf(exposure) : [],
  };
  const daysSpan = mayDaysSpan(log, counts);
  const dated = daysSpan ? { ...request, daysSpan, rows: withFirstDay(rows) } : request;
  const curveTables = await takeCurveTables(engine, dated, asked, call);
  const exact = taken.buckets.kind === "exact";
  const clusters = exact ? null : await users.byScope((counts.holes ?? 0) > 0);
  const version = (await engine.info()).version;
  return tallyOf(study, found, taken, {
    clusters,
    tables: { ...own, ...curveTables },
    about: {
      engine: { name: engine.name, version },
      counts,
      online,
      curves,
    },
  });
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
  depths: TakenDepths | undefined,
  engine: Engine,
  call: CallOptions,
): Promise<Lesson> {
  const { log, strata } = found;
  const feeds = feedsIn(strata);
  const deepest = hasEstimatedCurves(study.exposure)
    ? await deepestByFeed(engine, found, call)
    : () => 1;
  return { study, log, feeds, deepest, depths };
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

/** Duplicate target ranks are looked for in a sample, or everywhere where rows are few. */
async function requireSoundTargets(
  study: Study,
  { log, rows, summary }: Surveyed,
  counts: Record<string, number>,
  engine: Engine,
  call: CallOptions,
): Promise<void> {
  if (study.log.structure === "declared" || log.spec.trajectory === undefined) return;
  const looked = summary.rows <= fewRows ? rows : sampled(log, rows);
  await requireDistinctTargets(engine, log, looked, counts, call);
  if (study.log.structure === "sample" && log.spec.rank !== undefined) {
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
    readonly tables: Readonly<Record<string, TallyTable>>;
    readonly about: Pick<About, "engine" | "online" | "curves"> & {
      readonly counts: Readonly<Record<string, number>>;
    };
  },
): Tally {
  const { counts, ...rest } = more.about;
  const exact = taken.buckets.kind === "exact" ? new Set(taken.table.bucket).size : null;
  const { clusters } = more;
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
    clusteredBy: clusterKeyOf(log),
    clusters,
    tables: { cells: taken.table, ...more.tables },
    about: JSON.stringify(about),
  };
}
