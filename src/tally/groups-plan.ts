import type { Component } from "../estimators/estimator.js";
import { canonical, trajectoryKeys } from "../log/canonical.js";
import { columnsOf } from "../sql/columns.js";
import { apply, cast, column, count, double, type Expression } from "../sql/expression.js";
import { hoist } from "../sql/passes/hoist.js";
import { structuralKey } from "../sql/passes/structural-key.js";
import { group, join, type Named, type Relation, select } from "../sql/relation.js";
import type { WidePlan } from "../sql/run/chunks.js";
import { candidateRows } from "./candidates-plan.js";
import { bucketAlias, bucketColumn, byTrajectory, cellsPlan, rowKeys } from "./cells.js";
import { type Column, columnsOfKind } from "./columns.js";
import { isCurveOfColumn, scaledStages } from "./queries.js";
import type { TallyRequest } from "./request.js";
import { withFirstDay } from "./trajectories.js";

export type OverGroups = Extract<Component, { readonly over: "groups" }>;

const by = "g_by";

/** The components over rows with sums of their groups as columns, those of the same groups together. */
export function groupColumnsOf(
  request: TallyRequest,
  rowsPerCell: number,
): readonly (readonly Column[])[] {
  const passes = new Map<string, Column[]>();
  for (const sum of columnsOfKind(request, "groups", rowsPerCell)) {
    const key = structuralKey(groupsOf(sum).by);
    passes.set(key, [...(passes.get(key) ?? []), sum]);
  }
  return [...passes.values()];
}

const groupsOf = ({ component }: Column): OverGroups => component as OverGroups;

/** Sums over rows, each row with sums over the candidates of its trajectory that share its group. */
export function groupsPlan(request: TallyRequest, columns: readonly Column[]): WidePlan {
  const { relation, values } = rowsOfGroups(
    request,
    columns.map(groupsOf),
    Object.values(rowKeys(request.log).strata),
  );
  const sums = columns.flatMap((sum, i) => {
    const value = values[i];
    return value === undefined ? [] : scaledStages(sum, apply("coalesce", value, double(0)));
  });
  const cells = cellsPlan("rows by groups", relation, rowKeys(request.log), request.bucketing, [
    ["row_count", count()],
    ...sums,
  ]);
  return byTrajectory(cells, request);
}

/** The rows with what they read, and sums of their groups next to it: `values` read both. */
export function rowsOfGroups(
  request: TallyRequest,
  components: readonly OverGroups[],
  strata: readonly string[],
): {
  readonly relation: Relation;
  readonly values: readonly Expression[];
  readonly sums: readonly Named[];
} {
  const aggregates = hoist("a_", ({ kind }) => kind === "aggregate");
  const values = components.map(({ value }) => aggregates.take(value));
  const sums = aggregates.columns();
  const aliases = new Set(sums.map(([alias]) => alias));
  const key = components[0]?.by ?? double(0);
  const read = [
    ...new Set([
      ...trajectoryKeys,
      canonical.user.name,
      ...strata,
      ...values.flatMap((value) => [...columnsOf(value)]),
    ]),
  ].filter((name) => !aliases.has(name));
  const bucket = bucketColumn(request, canonical.user, "fewRows");
  const dated = request.daysSpan ? withFirstDay(request.rows) : request.rows;
  const left = select(dated, [
    ...read.map((name): Named => [name, column(name)]),
    ["l_by", cast(key, "text")],
    ...bucket,
  ]);
  const joined = join("inner", left, groupSums(request, key, sums), [
    [canonical.trajectory.name, "j_trajectory"],
    [canonical.feed.name, "j_feed"],
    ["l_by", by],
  ]);
  const kept = [...read, "l_by", ...(bucket.length === 0 ? [] : [bucketAlias]), ...aliases];
  const relation = select(
    joined,
    kept.map((name): Named => [name, column(name)]),
  );
  return { relation, values, sums };
}

function groupSums(request: TallyRequest, key: Expression, sums: readonly Named[]): Relation {
  const curves = hoist("p_", isCurveOfColumn);
  const values = sums.map(([alias, value]): Named => [alias, curves.take(value)]);
  const aliases = new Set(curves.columns().map(([alias]) => alias));
  const read = [...new Set(values.flatMap(([, value]) => [...columnsOf(value)]))].filter(
    (name) => !aliases.has(name) && !trajectoryKeys.includes(name),
  );
  const base = select(candidateRows(request), [
    ...[...trajectoryKeys, ...read].map((name): Named => [name, column(name)]),
    [by, cast(key, "text")],
    ...curves.columns(),
  ]);
  const grouped = group(base, [...trajectoryKeys, by], values);
  return select(grouped, [
    ["j_trajectory", canonical.trajectory],
    ["j_feed", canonical.feed],
    [by, column(by)],
    // Nothing is known of a group whose every value is NULL.
    ...values.map(([alias]): Named => [alias, apply("coalesce", column(alias), double(0))]),
  ]);
}
