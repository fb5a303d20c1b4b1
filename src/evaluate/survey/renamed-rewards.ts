import { changedSource } from "../../log/changed-source.js";
import type { SourceSpec } from "../../log/sources/index.js";
import type { Connection } from "../../sql/engine.js";
import {
  caseWhen,
  cast,
  column,
  count,
  isNull,
  max,
  min,
  not,
  nullOf,
} from "../../sql/expression.js";
import { plan } from "../../sql/plan.js";
import { group, type Named, type Relation, select } from "../../sql/relation.js";
import { ofOneRow } from "../../sql/run/chunks.js";
import { collectWide } from "../../sql/run/collect-wide.js";
import type { SourceColumn } from "../../sql/source-column.js";
import type { LogProfile } from "./profile-log.js";

/** A column of rewards that ends where another begins. */
export interface RenamedReward {
  readonly column: string;
  readonly other: string;
  /** The last day of the one, and the first of the other. */
  readonly last: string;
  readonly first: string;
}

/** Rows with columns of their source, one of which holds days: dates, times or texts such as 2026-11-30. */
export interface DatedRows {
  readonly rows: Relation;
  readonly columns: readonly SourceColumn[];
  readonly day: string;
}

/** A log with more columns of numbers is looked at no further. */
const mostColumns = 60;
/** The part of the rows that both columns fill together. */
const filled = 0.9;

/** Of columns those that some rows have no value in. */
export const withEmptyRows = (
  names: readonly string[],
  { columns, rows }: LogProfile,
): readonly string[] =>
  names.filter((name) =>
    columns.some((columnProfile) => columnProfile.name === name && columnProfile.values < rows),
  );

/** Rewards without a value from some day on, on which another column of numbers begins; together they fill the log. */
export async function renamedRewards(
  { engine, options }: Connection,
  { rows, columns, day }: DatedRows,
  rewards: readonly string[],
): Promise<readonly RenamedReward[]> {
  const numbers = columns
    .filter(({ name, type }) => name !== day && isNumeric(type))
    .map(({ name }) => name);
  if (numbers.length > mostColumns || rewards.length === 0) return [];
  const dated = select(rows, [
    ["day", cast(column(day), "text")],
    ...numbers.map((name, i): Named => [`c${i}`, column(name)]),
  ]);
  const byDay = group(
    dated,
    [],
    [["row_count", cast(count(), "double")], ...numbers.flatMap((_, i) => daysOf(i))],
  );
  const [table] = await collectWide(
    engine,
    [ofOneRow(plan("days on which columns begin and end", byDay))],
    options,
  );
  const all = table.number("row_count");
  const spans = numbers.map((name, i) => ({
    name,
    values: table.number(`values_${i}`),
    first: dayIn(table.text(`first_${i}`)),
    last: dayIn(table.text(`last_${i}`)),
  }));
  return spans
    .filter(({ name }) => rewards.includes(name))
    .flatMap(({ name, values, last }) =>
      spans.flatMap((other) =>
        last !== undefined &&
        other.first !== undefined &&
        last < other.first &&
        values + other.values >= filled * all
          ? { column: name, other: other.name, last, first: other.first }
          : [],
      ),
    );
}

const isNumeric = (type: SourceColumn["type"]): boolean =>
  ["bigint", "double", "decimal", "boolean"].includes(type);

function daysOf(i: number): readonly Named[] {
  const value = column(`c${i}`);
  const there = caseWhen([{ when: not(isNull(value)), then: column("day") }], nullOf("text"));
  return [
    [`values_${i}`, cast(count(value), "double")],
    [`first_${i}`, min(there)],
    [`last_${i}`, max(there)],
  ];
}

const dayIn = (text: string | null): string | undefined =>
  /^\d{4}-\d{2}-\d{2}/.exec(text ?? "")?.[0];

/** What is asked of a renamed column, with the query that reads both. */
export function renamedWords(
  { column: name, other, last, first }: RenamedReward,
  source: SourceSpec,
  { engine: { dialect } }: Connection,
  columns: readonly SourceColumn[],
): string {
  const both = `coalesce(${dialect.identifier(name)}, ${dialect.identifier(other)})`;
  const all = columns.map((name) => name.name);
  const query = changedSource(source, dialect, [[name, both]], all);
  const way = query === undefined ? `as ${both}` : `by log.source: ${query}`;
  return `"${name}" has no value after ${last}, and "${other}" none before ${first}: is it one column that was renamed? If so, read both ${way}, and take "${other}" for no reward of its own. With missing: 0 the days of the one would count as 0 in the other`;
}
