import { canonical, depthColumns } from "../log/index.js";
import type { Plan } from "../sql/index.js";
import {
  call,
  cast,
  column,
  count,
  type Expression,
  group,
  indicator,
  type Named,
  select,
  sum,
} from "../sql/index.js";
import { bucketColumn, cellsPlan, rowKeys, type Staged } from "./cells.js";
import type { TallyRequest } from "./request.js";
import {
  trajectoryCellKeys,
  trajectoryConstants,
  trajectoryKeys,
  withBucket,
} from "./trajectories.js";

/** What counting depths needs to know of a log. */
export type DepthsRequest = Pick<
  TallyRequest,
  "log" | "rows" | "bucketing" | "leaves" | "counting" | "structure"
>;

/** How often the flag of censoring contradicts the ranks. */
export const contradictions = "censoredContradicts";

/**
 * Trajectories by how deep they went and whether their end was seen, in cells of stratum and bucket:
 * all that a fit of position bias needs of a log (methods B.0). The log's structure is checked on the way.
 */
export function depthsPlan(request: DepthsRequest): Plan {
  const { log, rows, structure, bucketing } = request;
  const found = depthColumns(log);
  const grouped = group(rows, trajectoryKeys, [
    ...trajectoryConstants(request),
    ["row_count", count()],
    ...found.inner,
    ...structure.inner,
  ]);
  const carried = ["row_count", ...[...found.inner, ...structure.inner].map(([alias]) => alias)];
  const bucketed = withBucket(request, grouped, carried);
  const keys = trajectoryCellKeys(request);
  const constants = [
    ...Object.values(keys.strata),
    ...trajectoryConstants(request).map(([a]) => a),
  ];
  const bucket = bucketing.kind === "exact" ? [] : ["h_bucket"];
  const kept = [...new Set([...constants, keys.cluster, ...bucket, ...carried])];
  const relation = select(bucketed, [
    ...kept.map((name): Named => [name, column(name)]),
    ["depth", found.depth],
    ["censored", found.censored],
  ]);
  const contradicting: readonly Named[] =
    found.contradicts === undefined ? [] : [[contradictions, countOf(found.contradicts)]];
  const counts = [["trajectory_count", count()] as const, ...contradicting, ...structure.outer];
  const more = ["depth", "censored"];
  return cellsPlan(
    "depths of trajectories",
    relation,
    { ...keys, more },
    bucketing,
    staged(counts),
  );
}

/**
 * The same without grouping by trajectory, for logs whose structure is declared: views by displayed rank,
 * and how many of them were at the list's end. It takes every position to hold an item.
 */
export function viewsPlan(request: DepthsRequest): Plan {
  const { log, rows, bucketing } = request;
  const keys = { ...rowKeys(log), more: ["h_rank"] };
  const read = [...Object.values(keys.strata), keys.cluster, "h_rank", "h_length"];
  const relation = select(rows, [
    ...read.map((name): Named => [name, column(name)]),
    ...bucketColumn(request, canonical.user, "everyRow"),
  ]);
  const ended = call(">=", canonical.rank, canonical.listLength);
  const counts: readonly Named[] = [
    ["viewed", count()],
    ["ended", countOf(ended)],
  ];
  return cellsPlan("views by rank", relation, keys, bucketing, staged(counts));
}

const countOf = (condition: Expression): Expression => cast(sum(indicator(condition)), "bigint");

const staged = (counts: readonly Named[]): readonly Staged[] =>
  counts.map(([alias, aggregate]) => ({ alias, type: "bigint", aggregate }));
