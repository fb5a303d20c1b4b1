import { LogError } from "../errors.js";
import {
  type BoundLog,
  readUsers,
  rowRules,
  sampled,
  structureChecks,
  summaryOf,
  userScopes,
  usersPlan,
} from "../log/index.js";
import { type CallOptions, collect, type Engine } from "../sql/index.js";
import { type Study, studyInput } from "../study/index.js";
import {
  clusterKeyOf,
  type ScopeCount,
  type Taken,
  type Tally,
  type TallyRequest,
  takeSums,
} from "../tally/index.js";
import { bindSource } from "./bind-source.js";
import { chooseBucketing, mostExact } from "./bucketing.js";
import { requireFirstRanks } from "./check-first-ranks.js";
import {
  requireDistinctTargets,
  requireSoundSample,
  requireSoundStructure,
  structureCodes,
} from "./check-structure.js";
import { onlineRewards } from "./online.js";
import { componentsOf, questionsOf } from "./questions.js";
import type { About, OnlineReward } from "./survey.js";
import { type Surveyed, surveyLog, surveyWithout } from "./survey-log.js";
import { deepestRank, viewsOf } from "./views.js";

export interface TakeOptions extends CallOptions {
  readonly engine: Engine;
}

/**
 * Surveys a log, checks it, and adds up what the study needs. Everything that follows is arithmetic on
 * the tally. Throws StudyError, LogError, UnsupportedError or EngineError.
 */
export async function takeTally(study: Study, options: TakeOptions): Promise<Tally> {
  const { engine, ...call } = options;
  const log = await bindSource(study, engine, call);
  const online = await onlineRewards(study, (other) => takeTally(other, options));
  try {
    return await sumUp(study, await surveyLog(study, log, engine, call), online, options);
  } catch (error) {
    const mayExclude = study.log.invalid === "excludeTrajectories" && error instanceof LogError;
    if (!mayExclude || !error.problems.some(({ code }) => excludable(log).has(code))) throw error;
  }
  return sumUp(study, await surveyWithout(study, log, engine, call), online, options);
}

/** Up to this many rows every trajectory is searched for duplicate target ranks, not a sample. */
const fewRows = 100_000;

/** Problems that leaving trajectories out can mend: every row rule, and faults of structure. */
const excludable = (log: BoundLog): ReadonlySet<string> =>
  new Set([...rowRules(log).map(({ code }) => code), ...structureCodes]);

async function sumUp(
  study: Study,
  found: Surveyed,
  online: readonly OnlineReward[],
  { engine, ...call }: TakeOptions,
): Promise<Tally> {
  const { log, rows, summary } = found;
  const views = viewsOf(log, study.exposure, summary);
  const components = componentsOf(questionsOf(study, views), views);
  const users = await countUsers(engine, found, call);
  const chosen = chooseBucketing(found, users.total, components);
  const counts: Record<string, number> = { ...found.counts };
  const taken = await takeSums(
    engine,
    requestOf(study, found, components, chosen.bucketing),
    chosen.expectedRowsPerCell,
    async (structure) => {
      Object.assign(counts, structure);
      await requireSoundStructure(engine, log, rows, counts, call);
      return { daysSpan: mayDaysSpan(log, counts) };
    },
    call,
  );
  if (countingOf(log) === "firstRank") requireFirstRanks(log, taken);
  if (study.log.structure !== "declared" && log.spec.trajectory !== undefined) {
    const sample = sampled(log, rows);
    const looked = summary.rows <= fewRows ? rows : sample;
    await requireDistinctTargets(engine, log, looked, counts, call);
    if (study.log.structure === "sample" && log.spec.rank !== undefined) {
      await requireSoundSample(engine, log, looked, deepestRank(log, summary), counts, call);
    }
  }
  const exact = taken.buckets.kind === "exact";
  const clusters = exact ? null : await users.byScope((counts.holes ?? 0) > 0);
  const version = (await engine.info()).version;
  const about = { engine: { name: engine.name, version }, counts, online };
  return tallyOf(study, found, taken, clusters, about);
}

/** Whether a row's day may not be its trajectory's: where trajectories are grouped unchecked, it may. */
function mayDaysSpan(log: BoundLog, counts: Readonly<Record<string, number>>): boolean {
  const isUnchecked = countingOf(log) === "trajectories" && log.spec.structure !== "check";
  return (counts.severalDays ?? 0) > 0 || (isUnchecked && log.spec.day !== undefined);
}

interface Users {
  /** Distinct clusters, or a number above `mostExact` that they are known to exceed. */
  readonly total: number;
  readonly byScope: (holes: boolean) => Promise<readonly ScopeCount[] | null>;
}

/**
 * Rows of rank 1 are counted first: they are few and hold every user unless positions may be empty;
 * all rows are read only where that may be so.
 */
async function countUsers(engine: Engine, found: Surveyed, call: CallOptions): Promise<Users> {
  const { log, rows, summary, strata } = found;
  const { user, trajectory, rank } = log.spec;
  if (user === undefined && trajectory === undefined) {
    return { total: summary.rows, byScope: async () => null };
  }
  const scopes = user === undefined ? userScopes([]) : userScopes(strata);
  const counted = async (firstRanksOnly: boolean): Promise<readonly ScopeCount[]> =>
    readUsers(await collect(engine, usersPlan(log, rows, scopes, firstRanksOnly), call), scopes);
  const total = (counts: readonly ScopeCount[]): number => counts[0]?.clusters ?? 0;
  const first = await counted(rank !== undefined);
  const enough = rank === undefined || total(first) > mostExact;
  const known = enough ? first : await counted(false);
  return {
    total: total(known),
    byScope: async (holes) => {
      if (user === undefined) return null;
      return holes && enough && rank !== undefined ? counted(false) : known;
    },
  };
}

function requestOf(
  study: Study,
  { log, rows, summary }: Surveyed,
  components: TallyRequest["components"],
  bucketing: TallyRequest["bucketing"],
): TallyRequest {
  const depth = deepestRank(log, summary);
  const range = (name: string): readonly [number, number] =>
    summaryOf(summary, name).range ?? [0, 0];
  return {
    log,
    rows,
    components,
    bucketing,
    leaves: { column: range, rows: log.spec.rank === undefined ? summary.rows : depth },
    rewardSpread: (name) => {
      if (!name.startsWith("h_reward_")) return undefined;
      const [low, high] = range(name);
      return high > low ? high - low : Math.abs(high);
    },
    sums: study.sums,
    counting: countingOf(log),
    daysSpan: false,
    structure:
      log.spec.structure === "check" ? structureChecks(log, depth) : { inner: [], outer: [] },
  };
}

function countingOf({ spec }: BoundLog): TallyRequest["counting"] {
  if (spec.trajectory === undefined) return "rows";
  return spec.structure === "check" || spec.rank === undefined ? "trajectories" : "firstRank";
}

function tallyOf(
  study: Study,
  { log, summary, strata }: Surveyed,
  taken: Taken,
  clusters: readonly ScopeCount[] | null,
  more: {
    readonly engine: About["engine"];
    readonly counts: Readonly<Record<string, number>>;
    readonly online: readonly OnlineReward[];
  },
): Tally {
  const exact = taken.buckets.kind === "exact" ? taken.buckets.hashes.length : null;
  const users = log.spec.user === undefined ? null : (exact ?? clusters?.[0]?.clusters ?? null);
  const about: About = {
    version: 1,
    study: studyInput(study),
    types: [...log.types],
    survey: { summary, strata, users, counts: more.counts, inexact: taken.inexact },
    engine: more.engine,
    online: more.online,
  };
  return {
    buckets: taken.buckets,
    clusteredBy: clusterKeyOf(log),
    clusters,
    tables: { cells: taken.table },
    about: JSON.stringify(about),
  };
}
