import {
  type ComparisonDepths,
  depthKey,
  depthsOfComparisons,
  periodKey,
} from "../tally/comparisons/comparison-shapes.js";
import { binOfRank } from "../tally/comparisons/rank-bins.js";
import {
  type ComparisonSource,
  deepest,
  dense,
  type FeedRows,
  feedRows,
  groupsIn,
} from "./feed-rows.js";
import type { LogTables } from "./tables.js";

/** Depths are kept apart to here: a rank far below all others must not need an array of its length. */
export const deepestApart: number = 2 ** 14;

/** The place of a depth in an array by bins of ranks. */
export function byDepth({ table }: FeedRows<ComparisonDepths>): (row: number) => number {
  const depths = table.keys[depthKey];
  return (row) => binOfRank(depths?.[row] ?? 1) - 1;
}

/** Trajectories of a feed by part of the days and depth; undefined where the tally does not have them. */
export function depthsByDayIn(source: ComparisonSource): LogTables["days"] {
  const found = feedRows(source, depthsOfComparisons);
  if (found === undefined || found.rows.length === 0) return undefined;
  return daysIn(found, groupsIn(found), binOfRank(deepest(found, depthKey)));
}

/** Depths by part of the days, where the table tells these apart. */
export function daysIn(
  found: FeedRows<ComparisonDepths>,
  groups: ReadonlyMap<number, number>,
  ranks: number,
): LogTables["days"] {
  const period = found.table.keys[periodKey];
  if (period === undefined) return undefined;
  const met = new Set<number>();
  for (const row of found.rows) met.add(period[row] ?? 0);
  const parts = [...met].sort((a, b) => a - b);
  const place = new Map(parts.map((part, at) => [part, at]));
  const depthAt = byDepth(found);
  const cellOf = (row: number): number => (place.get(period[row] ?? 0) ?? 0) * ranks + depthAt(row);
  const columns = { trajectories: "trajectories", atEnd: "atEnd" } as const;
  return { parts, depths: dense(found, groups, parts.length * ranks, cellOf, columns) };
}
