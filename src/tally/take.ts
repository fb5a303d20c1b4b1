import type { CallOptions, Engine } from "../sql/engine.js";
import { askingAhead } from "../sql/run/ask-ahead.js";
import type { WidePlan } from "../sql/run/chunks.js";
import { collectWide } from "../sql/run/collect-wide.js";
import type { Table } from "../sql/run/table.js";
import { turn } from "../sql/run/turn.js";
import { candidateColumnsOf, candidatesPlan, offersPlan } from "./candidates-plan.js";
import { clusterKeyOf } from "./cluster-key.js";
import { type Column, columnsOfKind, readsAllRows, readsCandidates, rewardsOf } from "./columns.js";
import { groupColumnsOf, groupsPlan } from "./groups-plan.js";
import { listsPlan } from "./lists-plan.js";
import { perTrajectoryPlan, rewardedPlan, rowsPlan, trajectoryPlan } from "./queries.js";
import { withQuickCheck } from "./quick-check.js";
import { type Layout, layOut, readColumns, readCounts, tableOf } from "./read-cells.js";
import type { TallyRequest } from "./request.js";
import { capacityFor } from "./scale.js";
import type { Buckets, TallyColumn, TallyTable } from "./tally.js";

export const trajectoriesColumn = "trajectories";

/** What the engine added up, and what the pass by trajectory found of the log's structure. */
export interface SummedCells {
  readonly table: TallyTable;
  readonly buckets: Buckets;
  /** Keys of the clusters that are buckets of their own, by bucket; no part of a tally. */
  readonly clusters: readonly string[];
  /** Rows that the first pass read. */
  readonly rows: number;
  /** Sums over all cells of the structure's counts. */
  readonly structure: Readonly<Record<string, number>>;
  /** Columns whose range was too wide to be added exactly. */
  readonly inexact: number;
}

/** Looks at what the first pass found before the others run: it may throw, and says whether days span. */
export type Inspect<Found extends { readonly daysSpan: boolean }> = (
  structure: Readonly<Record<string, number>>,
) => Promise<Found>;

/** Runs the few queries that a request needs: all rows (or trajectories), rewarded rows, per trajectory. */
export async function takeSums<Found extends { readonly daysSpan: boolean }>(
  engine: Engine,
  bare: TallyRequest,
  expectedRowsPerCell: number,
  inspect: Inspect<Found>,
  options?: CallOptions,
): Promise<SummedCells & { readonly inspected: Found }> {
  const { inRounds, sharesScans = false } = await engine.info();
  const first = await askingAhead(
    () =>
      withQuickCheck(
        bare,
        (request) => takeRows(engine, request, expectedRowsPerCell, options),
        async (request) => {
          const alone = { ...request, components: [], ofTrajectory: [] };
          const { structure } = await takeRows(engine, alone, expectedRowsPerCell, options);
          return { structure };
        },
      ),
    async () => {
      const { daysSpan } = await inspect({});
      const request = { ...bare, daysSpan };
      const passes = await passesAfter(request, expectedRowsPerCell, sharesScans);
      return takePasses(engine, passes, options);
    },
  );
  const inspected = await inspect(first.structure);
  const counted = first.columns[trajectoriesColumn]?.hi.reduce((sum, count) => sum + count, 0);
  const request = { ...bare, daysSpan: inspected.daysSpan, trajectories: counted };
  // In rounds as many as were expected before, since these passes were asked then: more bins, the same sums.
  const rowsPerCell =
    inRounds === true ? Math.max(expectedRowsPerCell, first.rowsPerCell) : undefined;
  const passes = await passesAfter(request, rowsPerCell ?? first.rowsPerCell, sharesScans);
  const tables = await takePasses(engine, passes, options);
  const parts: Record<string, TallyColumn>[] = [];
  for (const [at, { columns, suffix }] of passes.entries()) {
    await turn();
    const table = tables[at];
    if (table !== undefined) parts.push(readColumns(first.layout, table, columns, suffix));
  }
  const all = [...first.used, ...passes.flatMap(({ columns }) => columns)];
  const plain = all.filter(({ exact }) => !exact).length;
  return {
    table: tableOf(first.layout, Object.assign({}, first.columns, ...parts)),
    buckets: first.layout.buckets,
    clusters: first.layout.clusters,
    rows: first.rows,
    structure: first.structure,
    inspected,
    inexact: request.sums === "exact" ? plain : 0,
  };
}

/** The statements after the first; with curves of many feeds each takes long to write. */
async function passesAfter(
  request: TallyRequest,
  rowsPerCell: number,
  sharesScans: boolean,
): Promise<readonly Pass[]> {
  await turn();
  const rewarded = columnsOfKind(request, "rewarded", rowsPerCell);
  await turn();
  const grouped = columnsOfKind(request, "trajectories", rowsPerCell);
  await turn();
  const suffix = request.daysSpan ? "_t_out" : "_out";
  const passes = passesOf(request, rewarded, sharesScans).map(
    (columns): Pass => ({ plan: rewardedPlan(request, columns), columns, suffix }),
  );
  const ofRows = grouped.filter(({ component }) => !readsCandidates(component));
  for (const rows of [false, true]) {
    const columns = ofRows.filter(({ component }) => readsAllRows(component) === rows);
    if (columns.length === 0) continue;
    for (const part of rows ? [columns] : passesOf(request, columns, sharesScans)) {
      await turn();
      passes.push({ plan: perTrajectoryPlan(request, part), columns: part, suffix: "_out" });
    }
  }
  const direct = candidateColumnsOf(request);
  if (direct.length > 0) {
    passes.push({ plan: candidatesPlan(request, direct), columns: direct, suffix: "_out" });
  }
  const ofOffers = grouped.filter(({ component }) => readsCandidates(component));
  if (ofOffers.length > 0) {
    passes.push({ plan: offersPlan(request, ofOffers), columns: ofOffers, suffix: "_out" });
  }
  const byGroups = groupColumnsOf(request, rowsPerCell);
  for (const columns of byGroups) {
    passes.push({ plan: groupsPlan(request, columns), columns, suffix: "_out" });
  }
  const ofLists = columnsOfKind(request, "lists", rowsPerCell);
  if (ofLists.length > 0) {
    passes.push({ plan: listsPlan(request, ofLists), columns: ofLists, suffix: "_out" });
  }
  return passes;
}

const takePasses = (
  engine: Engine,
  passes: readonly Pass[],
  options: CallOptions | undefined,
): Promise<readonly Table[]> =>
  collectWide(
    engine,
    passes.map(({ plan }) => plan),
    options,
  );

/** From so many sums on, a reward's rows are worth a scan of their own. */
const worthAScan = 6;

/**
 * Rewarded rows are read once a reward where each has many sums: rows with another reward then cost
 * none of them (24 sums of two rewards took three quarters of the time of one pass). Else in one pass, and
 * where the engine shares scans.
 */
function passesOf(
  request: TallyRequest,
  columns: readonly Column[],
  sharesScans: boolean,
): readonly (readonly Column[])[] {
  if (columns.length === 0) return [];
  if (sharesScans) return [columns];
  const byReward = new Map<string, Column[]>();
  for (const column of columns) {
    const rewards = rewardsOf(column).join();
    byReward.set(rewards, [...(byReward.get(rewards) ?? []), column]);
  }
  const passes = [...byReward.values()];
  return !request.daysSpan && passes.every(({ length }) => length >= worthAScan)
    ? passes
    : [columns];
}

interface Pass {
  readonly plan: WidePlan;
  readonly columns: readonly Column[];
  readonly suffix: string;
}

interface FirstPass {
  readonly rows: number;
  readonly layout: Layout;
  readonly columns: Record<string, TallyColumn>;
  readonly used: readonly Column[];
  readonly structure: Readonly<Record<string, number>>;
  readonly rowsPerCell: number;
}

/** The scale assumes how many rows a cell holds; where a cell holds more, the pass is repeated. */
async function takeRows(
  engine: Engine,
  request: TallyRequest,
  expected: number,
  options: CallOptions | undefined,
): Promise<FirstPass> {
  const used = columnsOfKind(request, "rows", expected);
  const byTrajectory = request.counting === "trajectories";
  const plan = byTrajectory ? trajectoryPlan(request, used) : rowsPlan(request, used);
  const [table] = await collectWide(engine, [plan], options);
  const suffix = byTrajectory ? "_t_out" : "_out";
  const rowsPerCell = largest(table, `row_count${suffix}`);
  if (capacityFor(rowsPerCell) > capacityFor(expected)) {
    return takeRows(engine, { ...request, ofTrajectory: [] }, rowsPerCell, options);
  }
  return firstPass(request, table, used, suffix, rowsPerCell);
}

function firstPass(
  request: TallyRequest,
  table: Table,
  used: readonly Column[],
  suffix: string,
  rowsPerCell: number,
): FirstPass {
  const { bucketing, log } = request;
  const hashed = bucketing.kind === "hashed" ? bucketing.count : undefined;
  const layout = layOut(table, hashed, clusterKeyOf(log).hash, request.clusters, log.salt?.text);
  const trajectories: TallyColumn = {
    combine: "sum",
    hi: readCounts(layout, table, "trajectory_count_out"),
    lo: null,
  };
  const checks = request.counting === "trajectories" ? request.structure.outer : [];
  return {
    layout,
    rows: total(table, `row_count${suffix}`),
    rowsPerCell,
    used,
    columns: {
      [trajectoriesColumn]: trajectories,
      ...readColumns(layout, table, used, suffix),
    },
    structure: Object.fromEntries(checks.map(([name]) => [name, total(table, `${name}_out`)])),
  };
}

const total = (table: Table, name: string): number =>
  table.numbers(name).reduce((sum, value) => sum + value, 0);

const largest = (table: Table, name: string): number =>
  table.numbers(name).reduce((most, value) => Math.max(most, value), 0);
