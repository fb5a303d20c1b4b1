import { canonical, trajectoryKeys } from "../log/canonical.js";
import { columnsOf } from "../sql/columns.js";
import {
  apply,
  cast,
  column,
  count,
  double,
  type Expression,
  equal,
  indicator,
  max,
  or,
  sum,
} from "../sql/expression.js";
import { type Hoist, hoist } from "../sql/passes/hoist.js";
import { contains } from "../sql/passes/walk.js";
import { group, type Named, type Relation, select } from "../sql/relation.js";
import type { WidePlan } from "../sql/run/chunks.js";
import { bucketColumn, byTrajectory, cellsPlan, nextStage, rowKeys } from "./cells.js";
import { type Column, readsAllRows, rewardsOf } from "./columns.js";
import { bucketOfHeld, heldRows } from "./held-rows.js";
import type { TallyRequest } from "./request.js";
import { scaledSums } from "./scale.js";
import { trajectoryCellKeys, trajectoryConstants, withBucket } from "./trajectories.js";

const one: Expression = { kind: "bigint", value: 1n };

const rowCount: Named = ["row_count", count()];

/** All rows once: weights and counts, each row of displayed rank 1 being one trajectory. */
export function rowsPlan(request: TallyRequest, columns: readonly Column[]): WidePlan {
  const first = request.counting === "rows" ? count() : sum(indicator(equal(canonical.rank, one)));
  const trajectories: Named = [
    "trajectory_count",
    request.counting === "rows" ? first : cast(first, "bigint"),
  ];
  const base = lookedUp(request, columns, undefined);
  const sums = [rowCount, trajectories, ...stagedSums(columns, base.take)];
  return cellsPlan("weights", base.relation, rowKeys(request.log), request.bucketing, sums);
}

/** Rows with a reward only: everything that is multiplied by a reward. */
export function rewardedPlan(request: TallyRequest, columns: readonly Column[]): WidePlan {
  if (request.daysSpan) return byTrajectoryPlan(request, columns, "rewards by trajectory", []);
  const base = lookedUp(request, columns, isRewarded(columns));
  const sums = [rowCount, ...stagedSums(columns, base.take)];
  return cellsPlan("rewards", base.relation, rowKeys(request.log), request.bucketing, sums);
}

/** All rows by trajectory: counts, weights and the checks of the log's structure. */
export function trajectoryPlan(request: TallyRequest, columns: readonly Column[]): WidePlan {
  const trajectories: Named = ["trajectory_count", count()];
  return byTrajectoryPlan(request, columns, "trajectories", [trajectories]);
}

function byTrajectoryPlan(
  request: TallyRequest,
  columns: readonly Column[],
  purpose: string,
  outer: readonly Named[],
): WidePlan {
  const { structure, ofTrajectory, ...others } = request;
  const bare = outer.length === 0 ? { ...others, structure: noStructure } : request;
  const { inner, staged } = trajectoryRows(bare, columns);
  const again = staged.map(
    ([alias, aggregate]): Named => [`${alias}_t`, nextStage(aggregate, alias)],
  );
  const relation = withBucket(request, inner, [
    ...staged.map(([alias]) => alias),
    ...bare.structure.inner.map(([alias]) => alias),
  ]);
  const keys = trajectoryCellKeys(request);
  const sums = [...outer, ...bare.structure.outer, ...again];
  return byTrajectory(cellsPlan(purpose, relation, keys, request.bucketing, sums), request);
}

const noStructure = { inner: [], outer: [] } as const;

/** Every trajectory in one row, with the columns' sums; held where later statements read it too. */
export function trajectoryRows(
  request: TallyRequest,
  columns: readonly Column[],
): { readonly inner: Relation; readonly staged: readonly Named[] } {
  const { keep, ofTrajectory = [], structure } = request;
  const base = lookedUp(request, columns, undefined);
  const staged = [rowCount, ...stagedSums(columns, base.take)];
  const aggregates = [
    ...trajectoryConstants(request),
    ...staged,
    ...structure.inner,
    ...ofTrajectory,
  ];
  if (keep === undefined || ofTrajectory.length === 0) {
    return { inner: group(base.relation, trajectoryKeys, aggregates), staged };
  }
  // Several sums are counts of rows: each aggregate is held once.
  const distinct = hoist("a_", ({ kind }) => kind === "aggregate");
  const values = aggregates.map(([alias, value]): Named => [alias, distinct.take(value)]);
  const grouped = group(base.relation, trajectoryKeys, distinct.columns());
  const keys = trajectoryKeys.map((name): Named => [name, column(name)]);
  const all = [...keys, ...distinct.columns().map(([alias]): Named => [alias, column(alias)])];
  return { inner: select(select(grouped, all, { keep }), [...keys, ...values]), staged };
}

/** Rewarded rows (or all, where a column needs them) by trajectory: what is not a sum over rows, as nDCG's ratio. */
export function perTrajectoryPlan(request: TallyRequest, columns: readonly Column[]): WidePlan {
  const whole = request.daysSpan || columns.some(({ component }) => readsAllRows(component));
  // Each order of a trajectory's rows moves every column that is there: curves are looked up after it, but long ones.
  const long = hoist("p_", isCurveByFeed);
  const base = lookedUp(request, columns, whole ? undefined : isRewarded(columns), long);
  const placed = hoistPlaces(columns.map(({ component }) => base.take(component.value)));
  const aggregates = hoist("a_", ({ kind }) => kind === "aggregate");
  const values = placed.values.map((value) => aggregates.take(value));
  const inner = group(placed.on(base.relation, base.columns), trajectoryKeys, [
    ...trajectoryConstants(request),
    ...aggregates.columns(),
  ]);
  const relation = withBucket(
    request,
    inner,
    aggregates.columns().map(([alias]) => alias),
  );
  const sums = columns.flatMap((sum, i) => scaledStages(sum, values[i] ?? double(0)));
  const keys = trajectoryCellKeys(request);
  const cells = cellsPlan("trajectories with rewards", relation, keys, request.bucketing, [
    rowCount,
    ...sums,
  ]);
  return byTrajectory(cells, request);
}

export const isRewarded = (columns: readonly Column[]): Expression =>
  or([...new Set(columns.flatMap(rewardsOf))].map((name) => apply("<>", column(name), double(0))));

interface SourceStep {
  readonly relation: Relation;
  readonly columns: readonly string[];
  readonly take: (value: Expression) => Expression;
}

/** The source step: only the columns that are read, each curve looked up once per rank column. */
function lookedUp(
  request: TallyRequest,
  columns: readonly Column[],
  where: Expression | undefined,
  curves: Hoist = hoist("p_", isCurveOfColumn),
): SourceStep {
  const values = columns.map(({ component }) => curves.take(component.value));
  const aliases = new Set(curves.columns().map(([alias]) => alias));
  const read = new Set([
    ...[...trajectoryKeys, canonical.user.name, canonical.rank.name],
    ...Object.values(rowKeys(request.log).strata),
    ...values.flatMap((value) => [...columnsOf(value)]),
    ...request.structure.inner.flatMap(([, value]) => [...columnsOf(value)]),
    ...(request.ofTrajectory ?? []).flatMap(([, value]) => [...columnsOf(value)]),
  ]);
  const kept = [...read].filter((name) => !aliases.has(name));
  const bucket =
    where === undefined ? bucketColumn(request, canonical.user, "everyRow") : bucketOfHeld(request);
  const named = kept.map((name): Named => [name, column(name)]);
  const all = [...named, ...bucket, ...curves.columns()];
  return {
    relation: select(where === undefined ? request.rows : heldRows(request), all, { where }),
    columns: all.map(([alias]) => alias),
    take: curves.take,
  };
}

/** Expressions with columns for places that rows have in an order, and for the curve at them. */
export interface HoistedPlaces {
  readonly values: readonly Expression[];
  /** The rows with these columns next to those that are kept. */
  readonly on: (rows: Relation, kept: readonly string[]) => Relation;
}

/** Takes places and the curve at them out of expressions: with a curve for each of many feeds either is long. */
export function hoistPlaces(expressions: readonly Expression[]): HoistedPlaces {
  const windows = hoist("w_", ({ kind }) => kind === "rowNumber");
  const curves = hoist("v_", isCurveOfColumn);
  const values = expressions.map((value) => curves.take(windows.take(value)));
  return {
    values,
    on(rows, kept) {
      const [places, looked] = [windows.columns(), curves.columns()];
      const withPlaces = withColumns(rows, kept, places);
      return withColumns(withPlaces, [...kept, ...places.map(([alias]) => alias)], looked);
    },
  };
}

/** A curve at a column of the log: a look-up, its default, or one per feed. */
export function isCurveOfColumn(node: Expression): boolean {
  if (node.kind === "lookup") return !contains(node, "rowNumber");
  if (node.kind === "case") {
    const ends = [...node.branches.map(({ then }) => then), node.otherwise];
    return ends.every(isCurveOfColumn) && !contains(node, "rowNumber");
  }
  const isDefaulted = node.kind === "call" && node.operator === "coalesce";
  return isDefaulted && node.args.every((arg) => arg.kind === "double" || isCurveOfColumn(arg));
}

/** A curve for each of several feeds, which is too long to be written wherever it is read. */
const isCurveByFeed = (node: Expression): boolean =>
  isCurveOfColumn(node) && contains(node, "case");

export function withColumns(
  relation: Relation,
  kept: readonly string[],
  more: readonly Named[],
): Relation {
  if (more.length === 0) return relation;
  return select(relation, [...kept.map((name): Named => [name, column(name)]), ...more]);
}

const stagedSums = (
  columns: readonly Column[],
  take: (value: Expression) => Expression,
): readonly Named[] => columns.flatMap((sum) => scaledStages(sum, take(sum.component.value)));

export const binAlias = (alias: string, bin: number): string =>
  bin === 0 ? alias : `${alias}_${bin}`;

/** The sums of a column, one a bin, or its largest value. */
export function scaledStages(
  { alias, component, scale }: Column,
  value: Expression,
): readonly Named[] {
  if (component.over === "rows" && component.combine === "max") return [[alias, max(value)]];
  return scaledSums(value, scale).map((aggregate, i): Named => [binAlias(alias, i), aggregate]);
}
