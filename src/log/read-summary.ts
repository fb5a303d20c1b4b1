import type { Table } from "../sql/run/table.js";
import type { BoundLog } from "./bind.js";
import { type ColumnSummary, columnOf, type Role, type RoleUse } from "./role.js";
import { limitsOf, roleNamed } from "./role-use.js";
import { noValues, type Summary, summaryOf } from "./summary.js";
import {
  aboveOf,
  beyondOf,
  comparedColumns,
  type SurveyedColumn,
  surveyedColumns,
} from "./summary-plans.js";

/** Reads both tables into a summary; what NULL counts as and a constant widen the range. */
export function readSummary(log: BoundLog, ranges: Table, soundness: Table | undefined): Summary {
  // An aggregate of no value is NULL.
  const at = (table: Table | undefined, name: string): number | undefined =>
    table?.numberOrNull(`${name}_out`) ?? undefined;
  const rows = ranges.number("row_count_out");
  const read = surveyedColumns(log).map(({ name, ranged, fractional, survey, truth }) => {
    const values = ranges.number(`${name}_values_out`);
    const low = ranged ? at(ranges, `${name}_min`) : undefined;
    const high = ranged ? at(ranges, `${name}_max`) : undefined;
    const isWhole = survey !== "whole" || !fractional;
    const summary: ColumnSummary = {
      values,
      range: truth && values > 0 ? [0, 1] : rangeFrom(survey, low, high),
      finite: !fractional || values === 0 || at(soundness, `${name}_sound`) === 0,
      whole: isWhole || values === 0 || at(soundness, `${name}_rest`) === 0,
    };
    return [name, summary] as const;
  });
  const summaries = withBeyond(log, Object.fromEntries(read), ranges, soundness);
  const beyond = [
    ...comparedColumns(log).flatMap(([value]) => at(soundness, beyondOf(value)) ?? []),
    ...log.uses.flatMap((use) => beyondConstant(log, summaries, use)),
  ];
  return {
    rows,
    columns: {
      ...summaries,
      ...Object.fromEntries(log.uses.flatMap(givenBy(log, summaries, rows))),
    },
    deepestBeyondList: beyond.length === 0 ? null : Math.max(...beyond),
  };
}

/** How far another role's column goes beyond the number that it may not exceed. */
function beyondConstant(
  log: BoundLog,
  columns: Summary["columns"],
  { role: { atLeast }, source }: RoleUse,
): readonly number[] {
  if (typeof source !== "number" || atLeast === undefined) return [];
  const { range } = summaryOf(log, { columns }, columnOf(roleNamed(log, atLeast.name)));
  return range === undefined ? [] : [range[1] - source];
}

/**
 * Columns whose values above another role's count as none: how many these are, and what remains where the
 * summary is of the source's columns.
 */
function withBeyond(
  log: BoundLog,
  columns: Summary["columns"],
  ranges: Table,
  soundness: Table | undefined,
): Summary["columns"] {
  const bounded = log.uses.flatMap(({ role, index }) => {
    const limits = limitsOf(log, { role, index }).map((most) => limitOf(log, columns, most));
    const column = columnOf(role, index);
    const counted = `${aboveOf(column)}_out`;
    const table = [soundness, ranges].find((result) => result?.columns.has(counted));
    if (limits.length === 0 || table === undefined) return [];
    const columnSummary = summaryOf(log, { columns }, column);
    const ofUses = { ...columnSummary, beyond: table.numberOrNull(counted) ?? 0 };
    return [[column.name, table === ranges ? ofUses : upTo(Math.min(...limits), ofUses)]];
  });
  return { ...columns, ...Object.fromEntries(bounded) };
}

const limitOf = (
  log: BoundLog,
  columns: Summary["columns"],
  { role, index, source }: RoleUse,
): number =>
  typeof source === "number"
    ? source
    : (summaryOf(log, { columns }, columnOf(role, index)).range?.[1] ?? Number.POSITIVE_INFINITY);

function upTo(limit: number, summary: ColumnSummary & { readonly beyond: number }): ColumnSummary {
  const values = summary.values - summary.beyond;
  if (summary.range === undefined) return { ...summary, values };
  const [low, high] = summary.range;
  return { ...summary, values, range: [Math.min(low, limit), Math.min(high, limit)] };
}

/** Of keys only the width in bits: a tally keeps the summary, and no user's key with it. */
function rangeFrom(
  survey: SurveyedColumn["survey"],
  low: number | undefined,
  high: number | undefined,
): readonly [number, number] | undefined {
  if (low === undefined || high === undefined) return undefined;
  if (survey !== "key") return [low, high];
  return low >= 0 && high < 2 ** 31 ? [0, 2 ** 31 - 1] : [-(2 ** 63), 2 ** 63];
}

/** What the study itself says of the columns that a use fills. */
const givenBy =
  (log: BoundLog, columns: Summary["columns"], rows: number) =>
  ({ role, index, source, fallback }: RoleUse): (readonly [string, ColumnSummary])[] => {
    const { name } = columnOf(role, index);
    if (typeof source === "number") {
      return [[name, { ...noValues, values: rows, range: [source, source] }]];
    }
    const { derives } = role;
    if (derives !== undefined) {
      const of = (other: Role): ColumnSummary =>
        summaryOf(log, { columns }, columnOf(roleNamed(log, other.name)));
      const summary = derives.survey(columns[name] ?? noValues, of);
      return [[columnOf(roleNamed(log, derives.fills.name), index).name, summary]];
    }
    const columnSummary = columns[name] ?? noValues;
    if (fallback === undefined || columnSummary.values === rows) return [];
    const [low, high] = columnSummary.range ?? [fallback, fallback];
    return [
      [name, { ...columnSummary, range: [Math.min(low, fallback), Math.max(high, fallback)] }],
    ];
  };
