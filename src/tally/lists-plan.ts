import { canonical, isColumnOf, trajectoryKeys } from "../log/canonical.js";
import { columnsOf } from "../sql/columns.js";
import { apply, column, count, double, isNull, min, not } from "../sql/expression.js";
import { hoist } from "../sql/passes/hoist.js";
import { group, join, type Named, type Relation, select } from "../sql/relation.js";
import type { WidePlan } from "../sql/run/chunks.js";
import { candidateRows } from "./candidates-plan.js";
import { byTrajectory, cellsPlan } from "./cells.js";
import type { Column } from "./columns.js";
import { scaledStages } from "./queries.js";
import type { TallyRequest } from "./request.js";
import { trajectoryCellKeys, trajectoryConstants, withBucket } from "./trajectories.js";

/** Slots of lists by trajectory: what multiplies weights over the slots of a list, viewed or not. */
export function listsPlan(request: TallyRequest, columns: readonly Column[]): WidePlan {
  const aggregates = hoist("a_", ({ kind }) => kind === "aggregate");
  const values = columns.map(({ component }) => aggregates.take(component.value));
  const parts = aggregates.columns();
  const constants = trajectoryConstants(request).map(([alias]) => alias);
  const inner = group(slotsOf(request, parts), trajectoryKeys, [
    ...constants.map((alias): Named => [`${alias}_l`, min(column(alias))]),
    ...parts,
  ]);
  // A product is long: it is made once, and its bins of it.
  const made = select(inner, [
    ...trajectoryKeys.map((name): Named => [name, column(name)]),
    ...constants.map((alias): Named => [alias, column(`${alias}_l`)]),
    ...values.map((value, i): Named => [`v_${i}`, value]),
  ]);
  const kept = values.map((_, i) => `v_${i}`);
  const sums = columns.flatMap((sum, i) => scaledStages(sum, column(`v_${i}`)));
  const keys = trajectoryCellKeys(request);
  const cells = cellsPlan("lists", withBucket(request, made, kept), keys, request.bucketing, [
    ["row_count", count()],
    ...sums,
  ]);
  return byTrajectory(cells, request);
}

/** The displayed candidates with the rewards of those that were viewed. */
function slotsOf(request: TallyRequest, parts: readonly Named[]): Relation {
  const read = [...new Set(parts.flatMap(([, value]) => [...columnsOf(value)]))];
  const rewards = read.filter((name) => isColumnOf(name, "reward"));
  const rank = canonical.rank.name;
  const names = [...new Set([...trajectoryKeys, rank, ...read])].filter(
    (name) => !rewards.includes(name),
  );
  const constants = trajectoryConstants(request).map(([alias]) => alias);
  const slots = select(
    candidateRows(request),
    [...new Set([...names, ...constants])].map((name): Named => [name, column(name)]),
    { where: not(isNull(canonical.rank)) },
  );
  if (rewards.length === 0) return slots;
  const viewed = select(request.rows, [
    ["x_trajectory", canonical.trajectory],
    ["x_feed", canonical.feed],
    ["x_rank", canonical.rank],
    ...rewards.map((name): Named => [`x_${name}`, column(name)]),
  ]);
  const joined = join("left", slots, viewed, [
    [canonical.trajectory.name, "x_trajectory"],
    [canonical.feed.name, "x_feed"],
    [rank, "x_rank"],
  ]);
  return select(joined, [
    ...[...names, ...constants].map((name): Named => [name, column(name)]),
    ...rewards.map((name): Named => [name, apply("coalesce", column(`x_${name}`), double(0))]),
  ]);
}
