import { type Reason, reason, StudyError } from "../errors.js";
import { nearestName } from "../numeric/index.js";
import type { ColumnType, SourceColumn } from "../sql/engine.js";
import type { SourceRef } from "../sql/relation.js";
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

const numeric: readonly ColumnType[] = ["double", "bigint", "boolean"];
const keys: readonly ColumnType[] = ["bigint", "text", "date", "timestamp", "boolean", "other"];
const days: readonly ColumnType[] = ["date", "timestamp", "text"];

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
  const problems = rolesOf(spec, policies, exposure).flatMap((role) => fault(role, types, where));
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
    ...role("log.day", spec.day, days, "a date, a timestamp or ISO text"),
    ...number("log.rank", spec.rank),
    ...number("log.listLength", spec.listLength),
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
  const message = `${path} needs a column of ${expected}; "${column}" in ${where} holds ${type}. Cast it with log.source: { sql: "select …" }.`;
  return [reason("columnType", message, { ...facts, expected, type })];
}

const columnList = (types: ReadonlyMap<string, ColumnType>): string => {
  const names = [...types.keys()].map((name) => `"${name}"`);
  const shown = names.slice(0, 20).join(", ");
  return `it has ${shown}${names.length > 20 ? ` and ${names.length - 20} more` : ""}.`;
};
