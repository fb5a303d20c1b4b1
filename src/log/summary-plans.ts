import type { Plan } from "../sql/engine.js";
import {
  apply,
  cast,
  column,
  count,
  type Expression,
  indicator,
  max,
  min,
  minus,
  sum,
} from "../sql/expression.js";
import { plan } from "../sql/plan.js";
import { group, type Named, type Relation, select } from "../sql/relation.js";
import type { BoundLog } from "./bind.js";
import { type CanonicalColumn, columnOf } from "./role.js";
import { columnUses, isBeyond, roleNamed, useOf } from "./role-use.js";

/** A column of the source under its canonical name, and what is to be found out of it. */
export interface SurveyedColumn {
  readonly name: string;
  readonly source: string;
  readonly ranged: boolean;
  readonly fractional: boolean;
  /** TRUE and FALSE, whose range needs no look: not every engine orders them. */
  readonly truth: boolean;
  readonly survey: "whole" | "number" | "key";
}

export const surveyedColumns = (log: BoundLog): readonly SurveyedColumn[] =>
  columnUses(log).flatMap(({ role, index, source: { name: source, type } }): SurveyedColumn[] => {
    const { survey } = role;
    if (survey === "nothing") return [];
    const { name } = columnOf(role, index);
    if (survey === "key" || survey === "clusterKey") {
      const ranged = survey === "clusterKey" && type === "bigint";
      return [{ name, source, ranged, fractional: false, truth: false, survey: "key" }];
    }
    const fractional = type === "double" || type === "decimal";
    const truth = type === "boolean";
    return [{ name, source, ranged: !truth, fractional, truth, survey }];
  });

/**
 * Counts and ranges of the source's own columns, ungrouped and uncast: of a Parquet file the engine
 * reads these from the footers alone. Given canonical impressions (with `beyondFlags`) it reads those
 * instead.
 */
export function rangesPlan(log: BoundLog, cleaned?: Relation): Plan {
  const { columns, aggregates } = rangesAsked(log, cleaned !== undefined);
  const rows = select(cleaned ?? log.rows, columns);
  return { ...numbersPlan("ranges of columns", rows, aggregates), tellsState: true };
}

interface RangeColumns {
  readonly columns: readonly Named[];
  readonly aggregates: readonly Named[];
}

function rangesAsked(log: BoundLog, isCleaned = false): RangeColumns {
  const all = surveyedColumns(log);
  const flags = isCleaned ? beyondFlags(log) : [];
  const columns = [
    ...all.map(({ name, source }): Named => [name, column(isCleaned ? name : source)]),
    ...flags.map(([name]): Named => [name, column(name)]),
  ];
  const inner = all.flatMap(({ name, ranged }): Named[] => [
    [`${name}_values`, count(column(name))],
    ...(ranged
      ? [[`${name}_min`, min(column(name))] as const, [`${name}_max`, max(column(name))] as const]
      : []),
  ]);
  return {
    columns,
    aggregates: [["row_count", count()] as const, ...inner, ...flags.map(counted)],
  };
}

/** What only values themselves tell: NaN and infinities, fractions among ranks, ranks beyond lists. */
export function soundnessPlan(log: BoundLog): Plan | undefined {
  const { columns, aggregates } = soundnessAsked(log);
  if (aggregates.length === 0) return undefined;
  return numbersPlan("soundness of columns", select(log.rows, columns), aggregates);
}

function soundnessAsked(log: BoundLog): RangeColumns {
  const all = surveyedColumns(log);
  const fractional = all.filter((surveyed) => surveyed.fractional);
  const inner: Named[] = fractional.flatMap(({ name, survey }) => {
    const value = cast(column(name), "double");
    const rest = sum(minus(value, apply("floor", value)));
    return [
      [`${name}_sound`, sum(minus(value, value))],
      ...(survey === "whole" ? [[`${name}_rest`, rest] as const] : []),
    ];
  });
  const compared = comparedColumns(log);
  for (const [value, least] of compared) {
    const number = (value: Expression): Expression => cast(value, "double");
    inner.push([beyondOf(value), max(minus(number(least), number(value)))]);
  }
  const flags = beyondFlags(log);
  inner.push(...flags.map(counted));
  const places: ReadonlySet<string> = new Set(compared.flat().map(({ name }) => name));
  const names = [...fractional, ...all.filter(({ name }) => places.has(name))];
  const distinct = new Map(names.map(({ name, source }): Named => [name, column(source)]));
  return { columns: [...distinct, ...flags], aggregates: inner };
}

/** Both in one: for engines that read the log anew for each statement, and no ranges from footers. */
export function rangesAndSoundnessPlan(log: BoundLog): Plan {
  const [ranges, soundness] = [rangesAsked(log), soundnessAsked(log)];
  const rows = select(log.rows, [...new Map([...ranges.columns, ...soundness.columns])]);
  const aggregates = [...ranges.aggregates, ...soundness.aggregates];
  const isSound = soundness.aggregates.length > 0;
  const purpose = isSound ? "ranges and soundness of columns" : "ranges of columns";
  return { ...numbersPlan(purpose, rows, aggregates), tellsState: true };
}

/** A column for each use that another role bounds: 1 where a row's value lies above that. */
export const beyondFlags = (log: BoundLog): readonly Named[] =>
  log.uses.flatMap((use): Named[] => {
    const beyond = isBeyond(log, use);
    return beyond === undefined
      ? []
      : [[aboveOf(columnOf(use.role, use.index)), indicator(beyond)]];
  });

export const aboveOf = ({ name }: CanonicalColumn): string => `${name}_above`;
const counted = ([name]: Named): Named => [name, sum(column(name))];

/** Each pair has a column of its own: several roles may be compared. */
export const beyondOf = ({ name }: CanonicalColumn): string => `${name}_beyond`;

/** Columns that may not be below another one, with that one. */
export const comparedColumns = (
  log: BoundLog,
): readonly (readonly [value: CanonicalColumn, least: CanonicalColumn])[] =>
  columnUses(log).flatMap(({ role, index }) =>
    role.atLeast === undefined || useOf(log, role.atLeast.name) === undefined
      ? []
      : [[columnOf(role, index), columnOf(roleNamed(log, role.atLeast.name))] as const],
  );

/** Aggregates of rows as DOUBLE, each under its name with `_out`. */
function numbersPlan(purpose: string, rows: Relation, aggregates: readonly Named[]): Plan {
  const columns = aggregates.map(([name]): Named => [`${name}_out`, cast(column(name), "double")]);
  return plan(purpose, select(group(rows, [], aggregates), columns));
}
