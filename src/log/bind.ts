import { type Facts, type Reason, reason, StudyError } from "../errors.js";
import { nearestName } from "../numeric/index.js";
import type { SourceRef } from "../sql/relation.js";
import type { ColumnType, SourceColumn } from "../sql/source-column.js";
import type { LogSpec, PolicySpec } from "./log-spec.js";
import { describeSource, sourceRef } from "./source.js";

/** A log whose every role has been found among the columns of its source. */
export interface BoundLog {
  readonly spec: LogSpec;
  readonly source: SourceRef;
  readonly types: ReadonlyMap<string, ColumnType>;
  readonly rewards: readonly BoundReward[];
  readonly policies: readonly BoundPolicy[];
  /** The column of the shown item's logged exposure. */
  readonly exposure: string | undefined;
}

export interface BoundReward {
  readonly name: string;
  readonly column: string;
  readonly better: "higher" | "lower";
  readonly missing: number | undefined;
}

export interface BoundPolicy extends PolicySpec {
  readonly name: string;
}

const numeric: readonly ColumnType[] = ["double", "decimal", "bigint", "boolean"];
const keys: readonly ColumnType[] = [
  "bigint",
  "decimal",
  "text",
  "date",
  "timestamp",
  "boolean",
  "other",
];
const days: readonly ColumnType[] = ["date", "timestamp", "text"];
const flags: readonly ColumnType[] = ["boolean", "bigint"];

interface Role {
  readonly path: string;
  readonly column: string;
  readonly types: readonly ColumnType[];
  readonly expected: string;
}

/** Binds roles to columns; throws one StudyError with every column that is missing or unfit. */
export function bindLog(
  spec: LogSpec,
  policies: Readonly<Record<string, PolicySpec>>,
  exposure: string | undefined,
  columns: readonly SourceColumn[],
): BoundLog {
  const types = new Map(columns.map(({ name, type }) => [name, type]));
  const where = describeSource(spec.source);
  const problems = [
    ...rolesOf(spec, policies, exposure).flatMap((role) => fault(role, types, where)),
    ...tiesWithoutItem(spec, policies),
  ];
  if (problems.length > 0) throw new StudyError(problems);
  return {
    spec,
    source: sourceRef(spec.source),
    types,
    rewards: Object.entries(spec.rewards).map(([name, reward]) => ({
      name,
      column: reward.column,
      better: reward.better,
      missing: reward.missing,
    })),
    policies: Object.entries(policies).map(([name, policy]) => ({ name, ...policy })),
    exposure,
  };
}

function rolesOf(
  spec: LogSpec,
  policies: Readonly<Record<string, PolicySpec>>,
  exposure: string | undefined,
): readonly Role[] {
  const role = (
    path: string,
    column: string | undefined,
    types: readonly ColumnType[],
    expected: string,
  ): Role[] => (column === undefined ? [] : [{ path, column, types, expected }]);
  const number = (path: string, column: string | undefined): Role[] =>
    role(path, column, numeric, "numbers");
  const key = (path: string, column: string | undefined): Role[] =>
    role(path, column, keys, "whole numbers or text");
  return [
    ...key("log.trajectory", spec.trajectory),
    ...key("log.user", spec.user),
    ...key("log.feed", spec.feed),
    ...key("log.logger", spec.logger),
    ...role("log.item", spec.item, [...keys, "double"], "any type"),
    ...role("log.day", spec.day, days, "dates, timestamps or ISO text"),
    ...number("log.rank", spec.rank),
    ...number("log.listLength", spec.listLength),
    ...role("log.censored", spec.censored, flags, "true and false, or of whole numbers 0 and 1"),
    ...number("log.exposure.column", exposure),
    ...Object.entries(spec.rewards).flatMap(([name, reward]) =>
      number(`log.rewards.${name}`, reward.column),
    ),
    ...Object.entries(policies).flatMap(([name, policy]) => [
      ...number(`policies.${name}.rank`, policy.rank),
      ...number(`policies.${name}.score`, policy.score),
      ...number(
        `policies.${name}.exposure`,
        typeof policy.exposure === "string" ? policy.exposure : undefined,
      ),
    ]),
  ];
}

/** The columns that roles name, each once. */
export const roleColumns = (
  spec: LogSpec,
  policies: Readonly<Record<string, PolicySpec>>,
  exposure: string | undefined,
): readonly string[] => [...new Set(rolesOf(spec, policies, exposure).map(({ column }) => column))];

/** Forced ranks break ties by item: any other order at hand is the logger's, or chance. */
function tiesWithoutItem(
  { item }: LogSpec,
  policies: Readonly<Record<string, PolicySpec>>,
): readonly Reason[] {
  if (item !== undefined) return [];
  return Object.entries(policies).flatMap(([name, { score }]) => {
    if (score === undefined) return [];
    const message = `policies.${name}.score (column "${score}") ranks viewed items and breaks ties by item, but log.item is missing; name the item's column as log.item, or give the policy's rank in the full candidate list as policies.${name}.rank.`;
    return [reason("itemMissing", message, { path: "log.item", policy: name, column: score })];
  });
}

function fault(
  { path, column, types: allowed, expected }: Role,
  types: ReadonlyMap<string, ColumnType>,
  where: string,
): readonly Reason[] {
  const type = types.get(column);
  const facts = { path, column, source: where };
  if (type === undefined) {
    const nearest = nearestName(column, [...types.keys()]);
    const hint = nearest === undefined ? columnList(types) : `did you mean "${nearest}"?`;
    const message = `${path} names column "${column}", which ${where} does not have; ${hint}`;
    return [reason("columnMissing", message, { ...facts, nearest: nearest ?? null })];
  }
  if (allowed.includes(type)) return [];
  return [unfit({ ...facts, expected, type, advice: adviceFor(type, allowed) }, inWords[type])];
}

interface Unfit extends Facts {
  readonly path: string;
  readonly column: string;
  readonly source: string;
  readonly expected: string;
  readonly advice: string;
}

function unfit(facts: Unfit, came: string): Reason {
  const { path, column, source, expected, advice } = facts;
  const message = `${path} needs a column of ${expected}; "${column}" in ${source} holds ${came}. ${advice}`;
  return reason("columnType", message, facts);
}

/** The complaint about a column's type, once its values were looked at. */
export function unfitColumn(problem: Reason, rows: number, example: string | null): Reason {
  const facts = problem.facts as Unfit;
  if (example === null) return unfit(facts, `nothing (null in all ${rows} rows)`);
  const type = inWords[facts.type as ColumnType];
  return unfit({ ...facts, example }, `${type}, for example "${example}"`);
}

const inWords: Readonly<Record<ColumnType, string>> = {
  double: "doubles",
  decimal: "decimals",
  bigint: "whole numbers",
  text: "text",
  boolean: "true and false",
  date: "dates",
  timestamp: "timestamps",
  other: "values of mixed or nested types",
};

/** A key that was read as a double has lost its last digits: a cast comes too late. */
function adviceFor(type: ColumnType, allowed: readonly ColumnType[]): string {
  const isRoundedKey = type === "double" && allowed.includes("other");
  return isRoundedKey
    ? "Doubles cannot tell whole numbers beyond 2^53 apart: have the source write or read the column as text, of a CSV file by log.source: { sql: \"select * from read_csv('…', types = {'…': 'VARCHAR'})\" }."
    : 'Cast it with log.source: { sql: "select …" }.';
}

const columnList = (types: ReadonlyMap<string, ColumnType>): string => {
  const names = [...types.keys()].map((name) => `"${name}"`);
  const shown = names.slice(0, 20).join(", ");
  return `it has ${shown}${names.length > 20 ? ` and ${names.length - 20} more` : ""}.`;
};
