import { powerOfTwo } from "../../numeric/elementary/power-of-two.js";
import type { CallOptions, Engine } from "../../sql/engine.js";
import type { Table } from "../../sql/run/table.js";
import { turn } from "../../sql/run/turn.js";
import { takeCells } from "../one-scan.js";
import type { SumOf } from "../shape.js";
import type { TallyColumn, TallyTable } from "../tally.js";
import { type ComparisonRequest, groupsOfComparisons } from "./comparison-request.js";
import {
  type ComparisonExposures,
  type ComparisonPairs,
  type ComparisonWeights,
  groupKey,
  sizesOfComparison,
} from "./comparison-shapes.js";
import type { ComparisonStatement } from "./comparison-statement.js";
import { viewsByExposure, viewsByItem } from "./exposures-of-comparisons.js";
import { everyUser, isUneven } from "./group-sample.js";
import { laterSessions } from "./later-sessions.js";
import { neighbours } from "./neighbours.js";
import { othersAndSample } from "./others-of-sample.js";
import { rewardsByPair, viewsByPair } from "./pairs-of-comparisons.js";
import { rewardsByDay } from "./periods.js";
import { readTable, withColumnsOf } from "./read-comparison-table.js";
import { rewardsByDepth } from "./rewards-by-depth.js";
import { noSizes, rewardsBySize } from "./rewards-by-size.js";
import { spreadOverGroups } from "./spread-over-groups.js";
import { lastRows, listLengths } from "./trajectories-of-comparisons.js";
import { usersByEnds } from "./users-by-ends.js";
import { rewardsByWeight, viewsByWeight } from "./weights-of-comparisons.js";

/**
 * The tables that the checks of a verdict read, by feed and group of users: rows and rewards by displayed
 * and target rank, trajectories by depth with what the target does to their last rows, and rewards by rank
 * and depth.
 */
export async function takeComparisonTables(
  engine: Engine,
  request: ComparisonRequest,
  options?: CallOptions,
): Promise<Readonly<Record<string, TallyTable>>> {
  const rewards = request.base.log.rewards.map((_, reward) => reward);
  const sizes = request.targets.flatMap((target) =>
    rewards.map((reward) => ({
      name: sizesOfComparison(target, reward).name,
      statement: rewardsBySize(request, target, reward),
    })),
  );
  const bySize = sizes.flatMap(({ statement }) => statement ?? []);
  const statements = statementsOf(request, bySize);
  const tables = await takeCells(
    engine,
    statements.flatMap(({ cells, sampled }) => [cells, ...(sampled ? [sampled] : [])]),
    options,
  );
  const next = tables.values();
  const read: ReadTable[] = [];
  for (const statement of statements) {
    await turn();
    const { over, halvings, into, cells, sampled } = statement;
    const all = next.next().value as Table;
    const found = sampled ? othersAndSample(all, next.next().value as Table, cells) : all;
    const table = readTable(found, statement);
    read.push({ name: into.name, over, ...(halvings && { halvings }), table });
  }
  const names = [...new Set(read.map(({ name }) => name))];
  const joined = names.map((name) => {
    const [first, ...others] = read.filter((part) => part.name === name);
    if (first === undefined) throw new RangeError(`No table ${name}.`);
    return { ...first, table: others.map(({ table }) => table).reduce(withColumnsOf, first.table) };
  });
  const { groups = everyUser } = request;
  const isCarriedByFew = joined.some(
    ({ over, table }) => over === "rows" && isUneven(table, groups),
  );
  if (isCarriedByFew) {
    const { trajectoryRows: _, ...anew } = request;
    return takeComparisonTables(engine, { ...anew, groups: everyUser }, options);
  }
  const none = sizes.flatMap(({ name, statement }) =>
    statement === undefined ? [[name, noSizes()] as const] : [],
  );
  return Object.fromEntries([
    ...joined.map((part) => [part.name, ofEverybody(request, part)] as const),
    ...none,
  ]);
}

interface ReadTable extends Pick<ComparisonStatement, "over" | "halvings"> {
  readonly name: string;
  readonly table: TallyTable;
}

/** The statements of all tables; those of rewards by their size are given, for rewards that need them. */
function statementsOf(
  request: ComparisonRequest,
  bySize: readonly ComparisonStatement[],
): readonly ComparisonStatement[] {
  return [
    ...request.targets.flatMap((target) => [
      viewsByPair(request, target),
      rewardsByPair(request, target),
    ]),
    ...bySize,
    ...request.weighed.flatMap((pair) => [
      viewsByWeight(request, pair),
      rewardsByWeight(request, pair),
    ]),
    ...(request.periods === undefined
      ? []
      : request.targets.map((target) => rewardsByDay(request, target))),
    ...[viewsByExposure(request) ?? [], viewsByItem(request) ?? []].flat(),
    lastRows(request),
    ...listLengths(request),
    ...[usersByEnds(request) ?? []].flat(),
    ...laterSessions(request),
    ...neighbours(request),
    ...(request.targets.length === 0 ? [] : [rewardsByDepth(request)]),
  ];
}

const rowCounts: readonly SumOf<ComparisonPairs | ComparisonWeights | ComparisonExposures>[] = [
  "rows",
  "continuable",
  "viewed",
];

/** A table of a sample as one of the whole log. */
function ofEverybody(
  { groups = everyUser, trajectoryHalvings = 0 }: ComparisonRequest,
  { over, table, halvings = trajectoryHalvings }: ReadTable,
): TallyTable {
  if (over === "rows") {
    const isSampled = table.keys[groupKey]?.includes(groupsOfComparisons) ?? false;
    return isSampled ? spreadOverGroups(table, groups, rowCounts) : table;
  }
  if (over === "rowsOfEverybody" || over === "users") return table;
  return halvings === 0 ? table : timesAll(table, powerOfTwo(halvings));
}

function timesAll(table: TallyTable, factor: number): TallyTable {
  const times = (values: Float64Array): Float64Array => values.map((value) => value * factor);
  const columns = Object.entries(table.columns).map(([name, column]): [string, TallyColumn] => [
    name,
    { ...column, hi: times(column.hi), lo: column.lo && times(column.lo) },
  ]);
  return { ...table, columns: Object.fromEntries(columns) };
}
