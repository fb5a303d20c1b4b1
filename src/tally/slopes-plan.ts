import { InternalError } from "../errors.js";
import type { Component } from "../estimators/estimator.js";
import { canonical, trajectoryKeys } from "../log/canonical.js";
import { strataRoles } from "../log/strata.js";
import { columnsOf } from "../sql/columns.js";
import { apply, cast, column, double, type Expression, nullOf, times } from "../sql/expression.js";
import { bounds, type Range } from "../sql/passes/bounds.js";
import { hoist } from "../sql/passes/hoist.js";
import { partials } from "../sql/passes/partials.js";
import { simplify } from "../sql/passes/simplify.js";
import { rewrite } from "../sql/passes/walk.js";
import { plan } from "../sql/plan.js";
import { group, join, type Named, type Relation, select } from "../sql/relation.js";
import type { WidePlan } from "../sql/run/chunks.js";
import { candidateRows } from "./candidates-plan.js";
import { type Column, rangeOf, readsAllRows } from "./columns.js";
import { type EarlyCurves, lookUpEarly } from "./early-curves.js";
import { type OverGroups, rowsOfGroups } from "./groups-plan.js";
import { isRewarded, withColumns } from "./queries.js";
import type { TallyRequest } from "./request.js";
import { mergedByRank, type RowSlope, rowSlopes, type SlopeOf } from "./row-slopes.js";
import { capacityFor, finest, type Scale, scaledSums, scaleFor } from "./scale.js";
import { trajectoryConstants } from "./trajectories.js";

/** What is to be added up for one component: the rows, their strata, and what each row adds at which rank. */
export interface Slopes {
  readonly relation: Relation;
  readonly strata: Readonly<Record<string, string>>;
  readonly slopes: readonly RowSlope[];
  readonly scale: Scale;
}

/**
 * The slopes of a component's sum in every log p_k of an estimated curve. Components over trajectories go
 * through the aggregates of each trajectory: ∂f/∂A times the slope of the row's share of A.
 */
export function slopesIn(request: TallyRequest, component: Component, slopeOf: SlopeOf): Slopes {
  const value = simplify(component.value);
  if (component.over === "candidates") return overCandidates(request, component, slopeOf);
  if (component.over === "groups") return throughGroups(request, component, slopeOf);
  return component.over === "trajectories"
    ? throughTrajectories(request, { ...component, value }, slopeOf)
    : overRows(request, { ...component, value }, slopeOf);
}

function overCandidates(request: TallyRequest, component: Component, slopeOf: SlopeOf): Slopes {
  // A candidate that was not displayed has no rank, and no slope.
  const slopes = rowSlopes(simplify(component.value), slopeOf).map(({ rank, slope }) => ({
    rank,
    slope: apply("coalesce", slope, double(0)),
  }));
  const { leaves = request.leaves, count = 0 } = request.candidates ?? {};
  const bound = Math.max(...slopes.map(({ slope }) => largest(bounds(slope, leaves))));
  return {
    relation: candidateRows(request),
    strata: trajectoryStrata(request),
    slopes,
    scale: scaleOf({ ...request, impressions: count }, bound),
  };
}

function overRows(request: TallyRequest, component: Component, slopeOf: SlopeOf): Slopes {
  const slopes = rowSlopes(component.value, slopeOf);
  const where = component.over === "rewarded" ? isRewarded([pseudo(component)]) : undefined;
  const strata = strataOf(request, (role) => canonical[role].name);
  const read = namesIn([component.value, ...slopes.flatMap(({ rank, slope }) => [rank, slope])]);
  const kept = [...new Set([...Object.values(strata), ...read])];
  const relation = select(
    request.rows,
    kept.map((name): Named => [name, column(name)]),
    { where },
  );
  const bound = Math.max(...slopes.map(({ slope }) => largest(bounds(slope, request.leaves))));
  return { relation, strata, slopes, scale: scaleOf(request, bound) };
}

function throughTrajectories(
  request: TallyRequest,
  component: Extract<Component, { over: "trajectories" }>,
  slopeOf: SlopeOf,
): Slopes {
  const windows = hoist("w_", ({ kind }) => kind === "rowNumber");
  const windowed = windows.take(component.value);
  const aggregates = hoist("a_", ({ kind }) => kind === "aggregate");
  const made = aggregates.take(windowed);
  const parts = aggregates.columns();
  const outer = partials(made, (node) => node.kind === "column" && node.name.startsWith("a_"));
  const slopes = outer.flatMap(({ node, slope }) => {
    const part = parts.find(([alias]) => node.kind === "column" && node.name === alias)?.[1];
    if (isConstant(part, slopeOf)) return [];
    return rowSlopes(summandOf(part), slopeOf).map((rowSlope) => ({
      rank: rowSlope.rank,
      slope: times(slope, rowSlope.slope),
    }));
  });
  const leaves = {
    ...request.leaves,
    column: (name: string): Range =>
      name.startsWith("w_") ? [1, request.leaves.rows] : request.leaves.column(name),
  };
  const isLinear = outer.every(({ slope }) => columnsOf(slope).size === 0);
  const bound = isLinear
    ? Math.max(...slopes.map(({ slope }) => largest(bounds(slope, leaves))))
    : 2 * largest(component.range ?? bounds(component.value, request.leaves));
  const early = lookUpEarly();
  const merged = mergedByRank(slopes).map(({ rank, slope }) => ({
    rank,
    slope: early.take(slope),
  }));
  const looked = parts.map(([alias, part]): Named => [alias, early.take(part)]);
  const rows = rowsWithWindows(request, component, windows.columns(), early);
  return {
    relation: withSumsOfTrajectory(request, rows, looked),
    strata: trajectoryStrata(request),
    slopes: merged,
    scale: scaleOf(request, bound),
  };
}

function withSumsOfTrajectory(
  request: TallyRequest,
  rows: Relation,
  sums: readonly Named[],
): Relation {
  const constants = trajectoryConstants(request);
  const inner = group(rows, trajectoryKeys, [...constants, ...sums]);
  const right = select(inner, [
    ["j_trajectory", canonical.trajectory],
    ["j_feed", canonical.feed],
    ...[...constants, ...sums].map(([alias]): Named => [alias, column(alias)]),
  ]);
  return join("inner", rows, right, [
    [canonical.trajectory.name, "j_trajectory"],
    [canonical.feed.name, "j_feed"],
  ]);
}

/** ∂f/∂A of each row, by its group's sum A, times the slope of each of the group's candidates. */
function throughGroups(request: TallyRequest, component: OverGroups, slopeOf: SlopeOf): Slopes {
  const { count = 0 } = request.candidates ?? {};
  const value = simplify(component.value);
  const strata = strataOf(request, (role) => canonical[role].name);
  const rows = rowsOfGroups(request, [{ ...component, value }], Object.values(strata));
  const [made = double(0)] = rows.values;
  const outer = partials(made, (node) => node.kind === "column" && node.name.startsWith("a_"));
  const slopes = outer.flatMap(({ node, slope }) => {
    const part = rows.sums.find(([alias]) => node.kind === "column" && node.name === alias)?.[1];
    return rowSlopes(summandOf(part), slopeOf).map((rowSlope) => ({
      rank: ofCandidate(rowSlope.rank),
      slope: times(slope, apply("coalesce", ofCandidate(rowSlope.slope), double(0))),
    }));
  });
  const read = namesIn(rows.sums.flatMap(([, sum]) => [sum]));
  const right = select(candidateRows(request), [
    ["x_trajectory", canonical.trajectory],
    ["x_feed", canonical.feed],
    ["x_by", cast(component.by, "text")],
    ...read.map((name): Named => [`x_${name}`, column(name)]),
  ]);
  const relation = join("inner", rows.relation, right, [
    [canonical.trajectory.name, "x_trajectory"],
    [canonical.feed.name, "x_feed"],
    ["l_by", "x_by"],
  ]);
  const bound = 2 * largest(rangeOf(request, component));
  return {
    relation,
    strata,
    slopes: mergedByRank(slopes),
    scale: scaleOf({ ...request, impressions: Math.max(count, request.impressions) }, bound),
  };
}

/** An expression over a candidate's columns where they stand next to those of a row. */
const ofCandidate = (value: Expression): Expression =>
  rewrite(value, (node) => (node.kind === "column" ? column(`x_${node.name}`) : node));

function rowsWithWindows(
  request: TallyRequest,
  component: Component,
  windows: readonly Named[],
  early: EarlyCurves,
): Relation {
  const places = windows.map(([alias, place]): Named => [alias, early.take(place)]);
  const looked = early.ofLog();
  const read = namesIn([component.value]);
  const constants = trajectoryConstants(request).flatMap(([, value]) => [...columnsOf(value)]);
  const kept = [...new Set([...trajectoryKeys, ...constants, ...read])];
  const whole = request.daysSpan || readsAllRows(component);
  const filter = whole ? undefined : isRewarded([pseudo(component)]);
  const base = select(
    request.rows,
    [...kept.map((name): Named => [name, column(name)]), ...looked],
    { where: filter },
  );
  const columns = [...kept, ...looked.map(([alias]) => alias)];
  const placed = withColumns(base, columns, places);
  const all = [...columns, ...places.map(([alias]) => alias)];
  return withColumns(placed, all, early.ofPlaces());
}

/** Whether an aggregate is an extreme of what no estimated curve moves: what a trajectory stands for, say. */
const isConstant = (part: Expression | undefined, slopeOf: SlopeOf): boolean =>
  part?.kind === "aggregate" &&
  (part.fn === "max" || part.fn === "min") &&
  part.value !== undefined &&
  rowSlopes(part.value, slopeOf).length === 0;

function summandOf(part: Expression | undefined): Expression {
  if (part?.kind === "aggregate" && part.fn === "sum" && part.value !== undefined)
    return part.value;
  throw new InternalError("A component over trajectories must be made of sums to have a slope.");
}

/** A column only to ask which rewards a component reads. */
const pseudo = (component: Component): Column => ({
  alias: "",
  fingerprint: "",
  component,
  scale: { kind: "plain" },
  exact: true,
  rounding: 0,
});

const namesIn = (values: readonly Expression[]): readonly string[] => [
  ...new Set(values.flatMap((value) => [...columnsOf(value)])),
];

const strataOf = (
  { log }: TallyRequest,
  nameOf: (role: (typeof strataRoles)[number]) => string,
): Readonly<Record<string, string>> =>
  Object.fromEntries(
    strataRoles.filter((role) => log.spec[role] !== undefined).map((role) => [role, nameOf(role)]),
  );

/** The day and logging policy of the trajectory, the feed of the row. */
const trajectoryStrata = (request: TallyRequest): Readonly<Record<string, string>> => ({
  ...strataOf(request, (role) => `t_${role}`),
  ...(request.log.spec.feed === undefined ? {} : { feed: canonical.feed.name }),
});

const largest = ([low, high]: readonly [number, number]): number =>
  Math.max(Math.abs(low), Math.abs(high));

function scaleOf({ sums, leaves, impressions }: TallyRequest, bound: number): Scale {
  if (sums === "fast") return { kind: "plain" };
  return scaleFor(bound, capacityFor(Math.max(leaves.rows, impressions)), finest.side);
}

/** The statement that adds up slopes by stratum and by the ranks that each row names. */
export function slopesPlan({ relation, strata, slopes, scale }: Slopes): WidePlan {
  const keys = Object.values(strata);
  const ranks = slopes.map(({ rank }, i): Named => [`k_${i}`, rank]);
  const values = slopes.map(({ slope }, i): Named => [`s_${i}`, slope]);
  const base = select(relation, [
    ...keys.map((name): Named => [name, column(name)]),
    ...ranks,
    ...values,
  ]);
  const sums = values.flatMap(([alias]) =>
    scaledSums(column(alias), scale).map((value, at): Named => [`${alias}_${at}`, value]),
  );
  const grouped = group(base, [...keys, ...ranks.map(([alias]) => alias)], sums);
  const columns: readonly Named[] = [
    ...strataRoles.map((role): Named => {
      const key = strata[role];
      return [role, key === undefined ? nullOf("text") : cast(column(key), "text")];
    }),
    ...ranks.map(([alias]): Named => [`${alias}_out`, column(alias)]),
    ...sums.map(([alias]): Named => [`${alias}_out`, column(alias)]),
  ];
  return {
    ...plan("how sums move with the curve", select(grouped, columns)),
    keys: [...strataRoles, ...ranks.map(([alias]) => `${alias}_out`)],
  };
}
