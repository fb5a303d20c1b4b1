import { InternalError } from "../errors.js";
import { canonical, trajectoryKeys } from "../log/canonical.js";
import { columnsOf } from "../sql/columns.js";
import { apply, column, count, double, min } from "../sql/expression.js";
import { hoist } from "../sql/passes/hoist.js";
import { group, join, type Named, type Relation, select } from "../sql/relation.js";
import type { WidePlan } from "../sql/run/chunks.js";
import { byTrajectory, cellsPlan } from "./cells.js";
import { type Column, columnsOfKind } from "./columns.js";
import { isCurveOfColumn, scaledStages, withColumns } from "./queries.js";
import type { TallyRequest } from "./request.js";
import { trajectoryCellKeys, trajectoryConstants, withBucket } from "./trajectories.js";

/** The candidates of the trajectories that are evaluated, each with its trajectory's day, logging policy, user and rate. */
export function candidateRows(request: TallyRequest): Relation {
  const { candidates, rows } = request;
  if (candidates === undefined) {
    throw new InternalError("A component is summed over candidates, and the request holds none.");
  }
  const constants = trajectoryConstants(request);
  const right = select(group(rows, trajectoryKeys, constants), [
    ["j_trajectory", canonical.trajectory],
    ["j_feed", canonical.feed],
    ...constants.map(([alias]): Named => [alias, column(alias)]),
    ...rateOf(request),
  ]);
  return join("inner", candidates.rows, right, [
    [canonical.trajectory.name, "j_trajectory"],
    [canonical.feed.name, "j_feed"],
  ]);
}

/** The rate of sampling under the name that it has in rows of the log: candidates do not hold it themselves. */
const rateOf = ({ log }: TallyRequest): readonly Named[] =>
  log.spec.sampling === undefined ? [] : [[canonical.sampling.name, column("t_sampling")]];

/** The components over candidates as columns: sums of as many rows as there are candidates, at most. */
export function candidateColumnsOf(request: TallyRequest): readonly Column[] {
  const { candidates } = request;
  if (candidates === undefined) return [];
  const { leaves, count: rows } = candidates;
  return columnsOfKind({ ...request, leaves, impressions: rows }, "candidates", rows);
}

/** Candidates by trajectory: what is not a sum over them, as a ratio of two. */
export function offersPlan(request: TallyRequest, columns: readonly Column[]): WidePlan {
  const windows = hoist("w_", ({ kind }) => kind === "rowNumber");
  const windowed = columns.map(({ component }) => windows.take(component.value));
  const aggregates = hoist("a_", ({ kind }) => kind === "aggregate");
  const values = windowed.map((value) => aggregates.take(value));
  const constants = trajectoryConstants(request).map(([alias]) => alias);
  const read = columns.flatMap(({ component }) => [...columnsOf(component.value)]);
  const kept = [...new Set([...trajectoryKeys, ...constants, ...read])];
  const named = (names: readonly string[]): readonly Named[] =>
    names.map((name): Named => [name, column(name)]);
  const placed = withColumns(select(candidateRows(request), named(kept)), kept, windows.columns());
  const grouped = group(placed, trajectoryKeys, [
    ...constants.map((alias): Named => [`${alias}_l`, min(column(alias))]),
    ...aggregates.columns(),
  ]);
  const made = select(grouped, [
    ...named(trajectoryKeys),
    ...constants.map((alias): Named => [alias, column(`${alias}_l`)]),
    ...values.map((value, i): Named => [`v_${i}`, value]),
  ]);
  const relation = withBucket(
    request,
    made,
    values.map((_, i) => `v_${i}`),
  );
  const sums = columns.flatMap((sum, i) => scaledStages(sum, column(`v_${i}`)));
  const keys = trajectoryCellKeys(request);
  const cells = cellsPlan("trajectories by candidates", relation, keys, request.bucketing, [
    ["row_count", count()],
    ...sums,
  ]);
  return byTrajectory(cells, request);
}

export function candidatesPlan(request: TallyRequest, columns: readonly Column[]): WidePlan {
  const curves = hoist("p_", isCurveOfColumn);
  const values = columns.map(({ component }) => curves.take(component.value));
  const aliases = new Set(curves.columns().map(([alias]) => alias));
  const { strata, cluster } = trajectoryCellKeys(request);
  const keys = [...Object.values(strata), cluster];
  const read = [...new Set([...keys, ...values.flatMap((value) => [...columnsOf(value)])])].filter(
    (name) => !aliases.has(name),
  );
  const base = select(candidateRows(request), [
    ...trajectoryConstants(request).flatMap(([name]): Named[] =>
      read.includes(name) ? [] : [[name, column(name)]],
    ),
    ...read.map((name): Named => [name, column(name)]),
    ...curves.columns(),
  ]);
  const relation = withBucket(request, base, [...read, ...aliases]);
  const sums = columns.flatMap((sum, i) => {
    const value = values[i];
    // The curve has no value at the rank of a candidate that was not displayed.
    return value === undefined ? [] : scaledStages(sum, apply("coalesce", value, double(0)));
  });
  return cellsPlan("candidates", relation, trajectoryCellKeys(request), request.bucketing, [
    ["row_count", count()],
    ...sums,
  ]);
}
