import { InternalError, type Reason } from "../errors.js";
import {
  apply,
  cast,
  column,
  count,
  type Expression,
  group,
  indicator,
  max,
  min,
  minus,
  type Named,
  type Plan,
  plan,
  type Relation,
  select,
  sum,
  type Table,
} from "../sql/index.js";
import { bounds } from "../sql/passes/bounds.js";
import type { BoundLog } from "./bind.js";
import { type CanonicalColumn, originOf, useFilling } from "./canonical.js";
import { columnOf } from "./role.js";
import { columnUses, isBeyond, limitsOf, type RoleUse, roleNamed, useOf } from "./role-use.js";
import type { RoleName } from "./roles/index.js";

/** What is known of a log's columns without looking at single rows. */
export interface Summary {
  readonly rows: number;
  /** By canonical column. */
  readonly columns: Readonly<Record<string, ColumnSummary>>;
  /**
   * The largest of displayed rank − list length, and of what else a column of the log may not be below; null
   * where nothing is compared.
   */
  readonly deepestBeyondList: number | null;
}

export interface ColumnSummary {
  /** Values that are not NULL. */
  readonly values: number;
  readonly range: readonly [number, number] | undefined;
  readonly finite: boolean;
  /** Every value is a whole number. */
  readonly whole: boolean;
  /** Values of the source that count as none, because they lie above the role that bounds them. */
  readonly beyond?: number;
}

const noValues: ColumnSummary = { values: 0, range: undefined, finite: true, whole: true };

/**
 * The summary of a canonical column; of one whose role the log does not have, an empty one. Throws an
 * InternalError where the log has the role and the survey does not know it.
 */
export function summaryOf(
  log: BoundLog,
  { columns }: Pick<Summary, "columns">,
  { name }: { readonly name: string },
): ColumnSummary {
  const known = columns[name];
  if (known !== undefined) return known;
  const use = useFilling(log, name);
  if (use === undefined || use.role.survey === "nothing") return noValues;
  throw new InternalError(`The survey knows nothing of ${use.path} (column "${name}").`, {
    column: name,
  });
}

/**
 * The range of a canonical column's values: that of the survey, or of what stands for a role that the log
 * does not have; of values that have no range, such as text, everything. Throws an InternalError for a
 * column that the log or the survey does not know.
 */
export function rangeOf(log: BoundLog, summary: Summary, name: string): readonly [number, number] {
  const { use, role } = originOf(log, name);
  const stand = use === undefined ? role.absent?.(log) : undefined;
  if (stand !== undefined && stand.kind !== "null") return boundsOf(stand, summary.rows);
  const { values, range } = summaryOf(log, summary, { name });
  // Of no value at all nothing is added up.
  return range ?? (values === 0 ? [0, 0] : [-Infinity, Infinity]);
}

const boundsOf = (stand: Expression, rows: number): readonly [number, number] =>
  bounds(stand, { column: () => [-Infinity, Infinity], rows });

/** A column of the source under its canonical name, and what is to be found out of it. */
interface Surveyed {
  readonly name: string;
  readonly source: string;
  /** Whether its range is to be read. */
  readonly ranged: boolean;
  readonly fractional: boolean;
  /** TRUE and FALSE, whose range needs no look: not every engine orders them. */
  readonly truth: boolean;
  readonly wanted: "whole" | "number" | "key";
}

const surveyedColumns = (log: BoundLog): readonly Surveyed[] =>
  columnUses(log).flatMap(({ role, index, source: { name: source, type } }): Surveyed[] => {
    const { survey } = role;
    if (survey === "nothing") return [];
    const { name } = columnOf(role, index);
    if (survey === "key" || survey === "clusterKey") {
      const ranged = survey === "clusterKey" && type === "bigint";
      return [{ name, source, ranged, fractional: false, truth: false, wanted: "key" }];
    }
    const fractional = type === "double" || type === "decimal";
    const truth = type === "boolean";
    return [{ name, source, ranged: !truth, fractional, truth, wanted: survey }];
  });

/**
 * Counts and ranges of the source's own columns, ungrouped and uncast: of a Parquet file the engine
 * reads these from the footers alone. Given canonical impressions (with `beyondFlags`) it reads those
 * instead.
 */
export function rangesPlan(log: BoundLog, cleaned?: Relation): Plan {
  const all = surveyedColumns(log);
  const flags = cleaned === undefined ? [] : beyondFlags(log);
  const rows = select(cleaned ?? log.rows, [
    ...all.map(({ name, source }): Named => [name, column(cleaned === undefined ? source : name)]),
    ...flags.map(([name]): Named => [name, column(name)]),
  ]);
  const inner = all.flatMap(({ name, ranged }): Named[] => [
    [`${name}_values`, count(column(name))],
    ...(ranged
      ? [[`${name}_min`, min(column(name))] as const, [`${name}_max`, max(column(name))] as const]
      : []),
  ]);
  const counts = [["row_count", count()] as const, ...inner, ...flags.map(counted)];
  return numbersPlan("ranges of columns", rows, counts);
}

/** What only values themselves tell: NaN and infinities, fractions among ranks, ranks beyond lists. */
export function soundnessPlan(log: BoundLog): Plan | undefined {
  const all = surveyedColumns(log);
  const fractional = all.filter((each) => each.fractional);
  const inner: Named[] = fractional.flatMap(({ name, wanted }) => {
    const value = cast(column(name), "double");
    const rest = sum(minus(value, apply("floor", value)));
    return [
      [`${name}_sound`, sum(minus(value, value))],
      ...(wanted === "whole" ? [[`${name}_rest`, rest] as const] : []),
    ];
  });
  const compared = comparedColumns(log);
  for (const [value, least] of compared) {
    const number = (each: Expression): Expression => cast(each, "double");
    inner.push([beyondOf(value), max(minus(number(least), number(value)))]);
  }
  const flags = beyondFlags(log);
  inner.push(...flags.map(counted));
  if (inner.length === 0) return undefined;
  const places: ReadonlySet<string> = new Set(compared.flat().map(({ name }) => name));
  const names = [...fractional, ...all.filter(({ name }) => places.has(name))];
  const distinct = new Map(names.map(({ name, source }): Named => [name, column(source)]));
  return numbersPlan("soundness of columns", select(log.rows, [...distinct, ...flags]), inner);
}

/** A column for each use that another role bounds: 1 where a row's value lies above that. */
export const beyondFlags = (log: BoundLog): readonly Named[] =>
  log.uses.flatMap((use): Named[] => {
    const beyond = isBeyond(log, use);
    return beyond === undefined
      ? []
      : [[aboveOf(columnOf(use.role, use.index)), indicator(beyond)]];
  });

const aboveOf = ({ name }: CanonicalColumn): string => `${name}_above`;
const counted = ([name]: Named): Named => [name, sum(column(name))];

/** Each pair has a column of its own: several roles may be compared. */
const beyondOf = ({ name }: CanonicalColumn): string => `${name}_beyond`;

/** Columns that may not be below another one, with that one. */
const comparedColumns = (
  log: BoundLog,
): readonly (readonly [value: CanonicalColumn, least: CanonicalColumn])[] =>
  columnUses(log).flatMap(({ role, index }) =>
    role.atLeast === undefined || useOf(log, role.atLeast) === undefined
      ? []
      : [[columnOf(role, index), columnOf(roleNamed(log, role.atLeast))] as const],
  );

/** Aggregates of rows as DOUBLE, each under its name with `_out`. */
function numbersPlan(purpose: string, rows: Relation, aggregates: readonly Named[]): Plan {
  const columns = aggregates.map(([name]): Named => [`${name}_out`, cast(column(name), "double")]);
  return plan(purpose, select(group(rows, [], aggregates), columns));
}

/** Reads both tables into a summary; what NULL counts as and a constant widen the range. */
export function readSummary(log: BoundLog, ranges: Table, soundness: Table | undefined): Summary {
  // An aggregate of no value is NULL.
  const at = (table: Table | undefined, name: string): number | undefined =>
    table?.numberOrNull(`${name}_out`) ?? undefined;
  const rows = ranges.number("row_count_out");
  const read = surveyedColumns(log).map(({ name, ranged, fractional, wanted, truth }) => {
    const values = ranges.number(`${name}_values_out`);
    const low = ranged ? at(ranges, `${name}_min`) : undefined;
    const high = ranged ? at(ranges, `${name}_max`) : undefined;
    const isWhole = wanted !== "whole" || !fractional;
    const summary: ColumnSummary = {
      values,
      range: truth && values > 0 ? [0, 1] : rangeFrom(wanted, low, high),
      finite: !fractional || values === 0 || at(soundness, `${name}_sound`) === 0,
      whole: isWhole || values === 0 || at(soundness, `${name}_rest`) === 0,
    };
    return [name, summary] as const;
  });
  const own = withBeyond(log, Object.fromEntries(read), ranges, soundness);
  const beyond = [
    ...comparedColumns(log).flatMap(([value]) => at(soundness, beyondOf(value)) ?? []),
    ...log.uses.flatMap((use) => beyondConstant(log, own, use)),
  ];
  return {
    rows,
    columns: { ...own, ...Object.fromEntries(log.uses.flatMap(givenBy(log, own, rows))) },
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
  const { range } = summaryOf(log, { columns }, columnOf(roleNamed(log, atLeast)));
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
    const table = [soundness, ranges].find((each) => each?.columns.has(counted));
    if (limits.length === 0 || table === undefined) return [];
    const own = summaryOf(log, { columns }, column);
    const found = { ...own, beyond: table.numberOrNull(counted) ?? 0 };
    return [[column.name, table === ranges ? found : upTo(Math.min(...limits), found)]];
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

function upTo(limit: number, own: ColumnSummary & { readonly beyond: number }): ColumnSummary {
  const values = own.values - own.beyond;
  if (own.range === undefined) return { ...own, values };
  const [low, high] = own.range;
  return { ...own, values, range: [Math.min(low, limit), Math.min(high, limit)] };
}

/** Of keys only the width in bits: a tally keeps the summary, and no user's key with it. */
function rangeFrom(
  wanted: Surveyed["wanted"],
  low: number | undefined,
  high: number | undefined,
): readonly [number, number] | undefined {
  if (low === undefined || high === undefined) return undefined;
  if (wanted !== "key") return [low, high];
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
      const of = (other: RoleName): ColumnSummary =>
        summaryOf(log, { columns }, columnOf(roleNamed(log, other)));
      const summary = derives.survey(columns[name] ?? noValues, of);
      return [[columnOf(roleNamed(log, derives.fills), index).name, summary]];
    }
    const known = columns[name] ?? noValues;
    if (fallback === undefined || known.values === rows) return [];
    const [low, high] = known.range ?? [fallback, fallback];
    return [[name, { ...known, range: [Math.min(low, fallback), Math.max(high, fallback)] }]];
  };

/** What a result must say of the roles of a log, though nothing was refused. */
export const roleWarnings = (log: BoundLog, summary: Summary): readonly Reason[] =>
  log.uses.flatMap((use) => {
    const { role, index } = use;
    return role.warn?.(use, summaryOf(log, summary, columnOf(role, index)), log) ?? [];
  });
