import { InternalError } from "../errors.js";
import type { Component } from "../estimators/estimator.js";
import type { LogSlope } from "../exposure/log-slope.js";
import { canonical, strataRoles, trajectoryKeys } from "../log/index.js";
import type { Relation } from "../sql/index.js";
import {
  column,
  columnsOf,
  type Expression,
  group,
  hoist,
  join,
  type Named,
  partials,
  plus,
  select,
  structuralKey,
  times,
} from "../sql/index.js";
import { bounds, type Range } from "../sql/passes/bounds.js";
import { simplify } from "../sql/passes/simplify.js";
import type { Column } from "./columns.js";
import { isRewarded, withColumns } from "./queries.js";
import type { TallyRequest } from "./request.js";
import { capacityFor, type Scale, scaleFor } from "./scale.js";
import { trajectoryConstants } from "./trajectories.js";

/** The slope of a look-up in log p, where it reads an estimated curve. */
export type SlopeOf = (node: Expression) => LogSlope | undefined;

/** How the sum of a component moves with log p at a rank that each row names. */
export interface RowSlope {
  readonly rank: Expression;
  readonly slope: Expression;
}

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
  return component.over === "trajectories"
    ? throughTrajectories(request, { ...component, value }, slopeOf)
    : overRows(request, { ...component, value }, slopeOf);
}

/** Slopes of one row's value, those that name their rank alike added together. */
export function rowSlopes(value: Expression, slopeOf: SlopeOf): readonly RowSlope[] {
  const entries = partials(value, (each) => slopeOf(each) !== undefined);
  return merged(
    entries.flatMap(({ node, slope }) => {
      const entry = slopeOf(node);
      return entry === undefined ? [] : [{ rank: entry.rank, slope: times(slope, entry.slope) }];
    }),
  );
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
  const rows = rowsWithWindows(request, component, windows.columns());
  const parts = aggregates.columns();
  const inner = group(rows, trajectoryKeys, [...trajectoryConstants(request), ...parts]);
  const constants = trajectoryConstants(request).map(([alias]) => alias);
  const right = select(inner, [
    ["j_trajectory", canonical.trajectory],
    ["j_feed", canonical.feed],
    ...[...constants, ...parts.map(([alias]) => alias)].map((a): Named => [a, column(a)]),
  ]);
  const relation = join("inner", rows, right, [
    [canonical.trajectory.name, "j_trajectory"],
    [canonical.feed.name, "j_feed"],
  ]);
  const outer = partials(made, (node) => node.kind === "column" && node.name.startsWith("a_"));
  const slopes = outer.flatMap(({ node, slope }) => {
    const part = parts.find(([alias]) => node.kind === "column" && node.name === alias)?.[1];
    return rowSlopes(summandOf(part), slopeOf).map((each) => ({
      rank: each.rank,
      slope: times(slope, each.slope),
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
    : 2 * largest(component.range ?? [-Infinity, Infinity]);
  return {
    relation,
    strata: trajectoryStrata(request),
    slopes: merged(slopes),
    scale: scaleOf(request, bound),
  };
}

function rowsWithWindows(
  request: TallyRequest,
  component: Component,
  windows: readonly Named[],
): Relation {
  const read = namesIn([component.value]);
  const constants = trajectoryConstants(request).flatMap(([, value]) => [...columnsOf(value)]);
  const kept = [...new Set([...trajectoryKeys, ...constants, ...read])];
  const filter = request.daysSpan ? undefined : isRewarded([pseudo(component)]);
  const base = select(
    request.rows,
    kept.map((name): Named => [name, column(name)]),
    { where: filter },
  );
  return withColumns(base, kept, windows);
}

function summandOf(part: Expression | undefined): Expression {
  if (part?.kind === "aggregate" && part.fn === "sum" && part.value !== undefined)
    return part.value;
  throw new InternalError("A component over trajectories must be made of sums to have a slope.");
}

function merged(slopes: readonly RowSlope[]): readonly RowSlope[] {
  const byRank = new Map<string, RowSlope>();
  for (const { rank, slope } of slopes) {
    const key = structuralKey(rank);
    const known = byRank.get(key);
    byRank.set(key, { rank, slope: known === undefined ? slope : plus(known.slope, slope) });
  }
  return [...byRank.values()];
}

/** A column only to ask which rewards a component reads. */
const pseudo = (component: Component): Column => ({
  alias: "",
  fingerprint: "",
  component,
  scale: { kind: "plain" },
  exact: true,
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

/** The day and logger of the trajectory, the feed of the row. */
const trajectoryStrata = (request: TallyRequest): Readonly<Record<string, string>> => ({
  ...strataOf(request, (role) => `t_${role}`),
  ...(request.log.spec.feed === undefined ? {} : { feed: canonical.feed.name }),
});

const largest = ([low, high]: readonly [number, number]): number =>
  Math.max(Math.abs(low), Math.abs(high));

function scaleOf({ sums, leaves, impressions }: TallyRequest, bound: number): Scale {
  if (sums === "fast") return { kind: "plain" };
  return scaleFor(bound, bound, capacityFor(Math.max(leaves.rows, impressions)));
}
