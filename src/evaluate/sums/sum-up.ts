import { listReadersIn } from "../../checks/list-readers.js";
import { valuesOf } from "../../exposure/per-feed.js";
import type { BoundLog } from "../../log/bind.js";
import { canonical } from "../../log/canonical.js";
import { severalFeedsPlan } from "../../log/structure.js";
import { rangeOf } from "../../log/summary.js";
import type { Connection } from "../../sql/engine.js";
import type { Keep } from "../../sql/relation.js";
import { askingAhead } from "../../sql/run/ask-ahead.js";
import { collect, together } from "../../sql/run/collect.js";
import { holding } from "../../sql/run/holding.js";
import type { Study } from "../../study/study.js";
import type { ComparisonRequest } from "../../tally/comparisons/comparison-request.js";
import { ofReaders, usersOfComparisons } from "../../tally/comparisons/comparison-shapes.js";
import { sampleWorthHolding } from "../../tally/comparisons/group-sample.js";
import { holdTrajectories } from "../../tally/comparisons/hold-trajectories.js";
import { sampleOfRewards, takeSameRewards } from "../../tally/comparisons/same-rewards.js";
import { takeComparisonTables } from "../../tally/comparisons/take-comparison-tables.js";
import { readersAlone } from "../../tally/comparisons/users-by-ends.js";
import { furtherFeedsTable, noFurtherFeeds, takeFurtherFeeds } from "../../tally/further-feeds.js";
import type { TallyRequest } from "../../tally/request.js";
import { type Inspect, type SummedCells, takeSums } from "../../tally/take.js";
import type { ScopeCount, TallyTable } from "../../tally/tally.js";
import { withFirstDay } from "../../tally/trajectories.js";
import { componentsOf, type Questions } from "../ask/questions.js";
import { countingOf } from "../ask/tally-request.js";
import type { CurvesOfStudy } from "../curves/curves-of-study.js";
import {
  type CurveTables,
  isCountedByPairs,
  takeCurveTables,
} from "../curves/take-curve-tables.js";
import type { LogCounts } from "../survey/log-counts.js";
import { requireAllRows, requireSameLog } from "../survey/require-unchanged-log.js";
import { requireFirstRanks } from "../survey/rules/check-first-ranks.js";
import { requireSoundStructure } from "../survey/rules/check-structure.js";
import type { SurveyedLog } from "../survey/survey-log.js";
import { comparisonRequestOf } from "./comparison-request-of.js";
import { takeOverUsers } from "./over-users.js";
import type { SumPlan } from "./plan-sums.js";
import { requireSoundTargets, sampleOfTargets } from "./sound-targets.js";
import { type ItemInputs, takeItems } from "./take-items.js";
import { candidateCounts, withCandidates } from "./with-candidates.js";

export interface SumInputs {
  readonly study: Study;
  readonly plan: SumPlan;
  readonly curves: CurvesOfStudy;
  readonly questions: Questions;
  /** Also adds up what other curves than those of the study need. */
  readonly whatIf: boolean;
  /** Also takes the tables that verdicts read. */
  readonly verdicts: boolean;
}

export interface SummedLog {
  readonly cells: SummedCells;
  readonly counts: LogCounts;
  /** Distinct users by scope; null where the buckets say it, or nothing counted them. */
  readonly clusters: readonly ScopeCount[] | null;
  /** Sums by ranks, from which the errors of fitted curves follow. */
  readonly tables: Readonly<Record<string, TallyTable>>;
}

/** Adds up what the questions need, and checks on the way that the log is sound and has not changed. */
export async function sumUp(connection: Connection, inputs: SumInputs): Promise<SummedLog> {
  const { engine } = connection;
  return holding(engine, inputs.plan.request.impressions, (keep) =>
    sumRows(connection, inputs, keep),
  );
}

async function sumRows(
  connection: Connection,
  { study, plan, curves, questions, whatIf, verdicts }: SumInputs,
  keep: Keep | undefined,
): Promise<SummedLog> {
  const { evaluated, users } = plan;
  const { log, rows, strata } = evaluated;
  const bare = { ...requestAfter(plan, curves, questions), ...(keep && { keep }) };
  const whole = await withCandidates(connection, evaluated, bare, curves.curve);
  const asked =
    verdicts && !isUneven(evaluated) ? comparisonRequestOf(questions, whole, evaluated) : undefined;
  const samples = [
    ...sampleOfTargets(study, evaluated),
    ...(verdicts ? sampleOfRewards({ base: whole }) : []),
    ...(asked === undefined ? [] : sampleWorthHolding(asked)),
  ];
  const request = { ...whole, samples };
  const comparisons = asked && { ...asked, base: request };
  const curveTables = (counts: LogCounts): Promise<CurveTables> => {
    const daysSpan = mayDaysSpan(log, counts);
    const dated = daysSpan ? { ...request, daysSpan, rows: withFirstDay(rows) } : request;
    return takeCurveTables(connection, dated, {
      strata: strata.length,
      fitted: curves.fitted.map(({ curve }) => curve),
      varied: whatIf && curves.curve !== undefined ? valuesOf(curves.curve) : [],
    });
  };
  const overUsersOf = (counts: LogCounts): Promise<Readonly<Record<string, TallyTable>>> =>
    takeOverUsers(connection, { study, plan, curves, questions }, request, counts);
  const sameRewards = async (): Promise<Readonly<Record<string, TallyTable>>> =>
    verdicts ? takeSameRewards(connection.engine, { base: request }, connection.options) : {};
  const { cells, counts, comparisonTables } = await askingAhead(
    () => takeCheckedCells(connection, study, plan, curves, request, comparisons),
    async () => {
      const guess = { ...evaluated.counts, ...curves.structure };
      const isExact = request.bucketing.kind === "exact";
      const others = [
        () => curveTables(guess),
        () => countSeveralFeeds(connection, study, evaluated),
        sameRewards,
        ...(isExact ? [] : [() => overUsersOf(guess)]),
      ];
      await together(connection.engine, others, connection.options);
    },
  );
  const { tables, inexact } = await curveTables(counts);
  const isExact = cells.buckets.kind === "exact";
  const overUsers = isExact ? {} : await overUsersOf(counts);
  const feeds = await countSeveralFeeds(connection, study, evaluated);
  const further =
    study.pool && !isWeighed(log) && Object.keys(overUsers).length === 0
      ? await takeFurther(connection, request, cells, feeds)
      : {};
  return {
    cells: { ...cells, inexact: cells.inexact + inexact },
    counts: { ...counts, ...feeds, ...candidateCounts(request) },
    clusters: isExact ? null : await users.byScope((counts.holes ?? 0) > 0),
    tables: { ...tables, ...comparisonTables, ...overUsers, ...further, ...(await sameRewards()) },
  };
}

/** Logs whose trajectories stand for others, or whose means are taken by logging policy. */
const isWeighed = ({ spec }: BoundLog): boolean =>
  spec.sampling !== undefined || spec.logger !== undefined;

/** What rows over all feeds need to count a trajectory once. */
async function takeFurther(
  { engine, options }: Connection,
  request: TallyRequest,
  cells: SummedCells,
  { severalFeeds = 0 }: LogCounts,
): Promise<Readonly<Record<string, TallyTable>>> {
  const table =
    severalFeeds === 0 ? noFurtherFeeds() : await takeFurtherFeeds(engine, request, cells, options);
  return { [furtherFeedsTable]: table };
}

/** Whether trajectories were kept with several probabilities: tables that count them say nothing of all. */
const isUneven = ({ log, summary }: SurveyedLog): boolean => {
  if (log.spec.sampling === undefined) return false;
  const [least, most] = rangeOf(log, summary, canonical.sampling.name);
  return least < most;
};

/** How many trajectories are in several feeds, where rows over all feeds add them up. */
async function countSeveralFeeds(
  { engine, options }: Connection,
  { pool }: Study,
  { log, rows }: SurveyedLog,
): Promise<LogCounts> {
  const { feed, trajectory } = log.spec;
  if (!pool || feed === undefined || trajectory === undefined) return {};
  const count = await collect(engine, severalFeedsPlan(log, rows), options);
  const severalFeeds = count.number("found");
  return severalFeeds === 0 ? {} : { severalFeeds };
}

/** The sums by bucket; at the same time target ranks are checked and the log's rows are counted again. */
async function takeCheckedCells(
  { engine, options }: Connection,
  study: Study,
  { whole, evaluated, expectedRowsPerCell }: SumPlan,
  { fitted, structure, isChecked, curve }: CurvesOfStudy,
  request: TallyRequest,
  comparisons: ComparisonRequest | undefined,
): Promise<CheckedCells> {
  const { log, rows } = evaluated;
  const components = request.components.filter(
    (component) => fitted.length === 0 || !isCountedByPairs(request, component),
  );
  const before: LogCounts = { ...evaluated.counts, ...structure };
  const inspect: Inspect<Inspection> = async (marks) => {
    const counts = isChecked
      ? before
      : await requireSoundStructure({ engine, options }, log, rows, { ...before, ...marks });
    return { counts, daysSpan: mayDaysSpan(log, counts) };
  };
  const kept = { ...request, components };
  const [sums, ofComparisons] =
    comparisons === undefined
      ? [kept, comparisons]
      : holdTrajectories(kept, comparisons, expectedRowsPerCell, options);
  const [cells, targets, comparisonTables] = await together(
    engine,
    [
      (callOptions) => takeSums(engine, sums, expectedRowsPerCell, inspect, callOptions),
      (callOptions) =>
        requireSoundTargets({ engine, options: callOptions }, study, evaluated, isChecked, request),
      (callOptions) =>
        takeComparisons(
          { engine, options: callOptions },
          { study, evaluated, curve },
          ofComparisons,
        ),
      (callOptions) => requireSameLog({ engine, options: callOptions }, whole),
    ],
    options,
  );
  requireAllRows(evaluated, cells.rows);
  if (request.counting === "firstRank") requireFirstRanks(log, cells);
  return { cells, counts: { ...cells.inspected.counts, ...targets }, comparisonTables };
}

interface CheckedCells {
  readonly cells: SummedCells;
  readonly counts: LogCounts;
  readonly comparisonTables: Readonly<Record<string, TallyTable>>;
}

async function takeComparisons(
  connection: Connection,
  inputs: ItemInputs,
  comparisons: ComparisonRequest | undefined,
): Promise<Readonly<Record<string, TallyTable>>> {
  if (comparisons === undefined) return {};
  const tables = await takeComparisonTables(connection.engine, comparisons, connection.options);
  const readers = await takeReaders(connection, comparisons, tables);
  return { ...tables, ...readers, ...(await takeItems(connection, inputs, comparisons, tables)) };
}

interface Inspection {
  readonly counts: LogCounts;
  readonly daysSpan: boolean;
}

/** Once the structure is known to be sound, counting rows gives the same as counting trajectories, for less. */
function requestAfter(
  { evaluated, request: before }: SumPlan,
  { depths, structure: faults, isChecked }: CurvesOfStudy,
  questions: Questions,
): TallyRequest {
  const request = { ...before, components: componentsOf(questions) };
  if (depths === undefined) return request;
  const clusters = depths.clusters;
  if (!isChecked) return { ...request, clusters };
  const { holes = 0, severalDays = 0 }: LogCounts = { ...evaluated.counts, ...faults };
  const structure = { inner: [], outer: [] };
  const isPlain = holes === 0 && severalDays === 0;
  return { ...request, clusters, structure, counting: isPlain ? "firstRank" : "trajectories" };
}

/** Whether a row's day may not be its trajectory's: where trajectories are grouped unchecked, it may. */
function mayDaysSpan(log: BoundLog, counts: LogCounts): boolean {
  const isUnchecked = countingOf(log) === "trajectories" && log.spec.structure !== "check";
  return (counts.severalDays ?? 0) > 0 || (isUnchecked && log.spec.day !== undefined);
}

type Tables = Readonly<Record<string, TallyTable>>;

/** The tables of comparisons of users alone who view nearly every list to its end; nothing is asked where there are none. */
async function takeReaders(
  { engine, options }: Connection,
  comparisons: ComparisonRequest,
  tables: Tables,
): Promise<Tables> {
  const readers = listReadersIn(tables);
  if (readers === undefined) return {};
  const { size } = readers;
  const theirs = await takeComparisonTables(engine, readersAlone(comparisons, size), options);
  return Object.fromEntries(
    Object.entries(theirs)
      .filter(([name]) => name !== usersOfComparisons.name)
      .map(([name, table]) => [ofReaders(size, name), table]),
  );
}
