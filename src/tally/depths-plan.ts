import { canonical, trajectoryKeys } from "../log/canonical.js";
import { depthColumns } from "../log/depths.js";
import { inverseRate, samplingWeights } from "../log/sampling-weight.js";
import { columnsOf } from "../sql/columns.js";
import {
  apply,
  caseWhen,
  cast,
  column,
  count,
  double,
  type Expression,
  indicator,
  sum,
  times,
} from "../sql/expression.js";
import { group, type Named, type Relation, select } from "../sql/relation.js";
import type { WidePlan } from "../sql/run/chunks.js";
import { foldedBucket } from "./bucket.js";
import {
  bucketAlias,
  bucketColumn,
  type CellKeys,
  cellsPlan,
  hasBucket,
  nextStage,
} from "./cells.js";
import { clusterKeyOf } from "./cluster-key.js";
import type { Bucketing, TallyRequest } from "./request.js";
import { trajectoryConstants } from "./trajectories.js";

export interface DepthsRequest
  extends Pick<
    TallyRequest,
    "log" | "rows" | "bucketing" | "leaves" | "counting" | "structure" | "keep"
  > {
  /** By buckets of users over all days, or by days and a few groups of users. */
  readonly by: "users" | "days";
}

/** Of a sampled log, the sum of the squares of what trajectories (or views) stand for. */
export const weightSquares = "weight_squares";

/** How often the flag of censoring contradicts the ranks. */
export const contradictions = "censoredContradicts";

/**
 * Trajectories by how deep they went and whether their end was seen, by feed and by bucket (or
 * day): all that a fit of position bias needs of a log (docs/methods.md, "Transitions"). The log's
 * structure is checked on the way.
 */
export function depthsPlan(request: DepthsRequest): WidePlan {
  const { log, rows, structure } = request;
  const depths = depthColumns(log);
  const [[depth, deepest], ...ends] = depths.inner;
  const grouped = group(rows, trajectoryKeys, [
    ...constantsOf(request),
    ["row_count", count()],
    [depth, structure.countsDepth === true ? count() : deepest],
    ...ends,
    ...structure.inner,
  ]);
  const carried = ["row_count", ...[...depths.inner, ...structure.inner].map(([alias]) => alias)];
  const constants = [canonical.feed.name, ...constantsOf(request).map(([alias]) => alias)];
  const relation = select(grouped, [
    ...[...constants, ...carried].map((name): Named => [name, column(name)]),
    ...bucketOf(request, column("t_user"), "fewRows"),
    ["depth", depths.depth],
    ["censored", depths.censored],
  ]);
  const contradicting: readonly Named[] =
    depths.contradicts === undefined ? [] : [[contradictions, countOf(depths.contradicts)]];
  const counts = [
    ["trajectory_count", countTrajectories(log)] as const,
    ...(log.spec.sampling === undefined
      ? []
      : [[weightSquares, sum(squareOf(standingFor))] as const]),
    ...contradicting,
    ...structure.outer,
  ];
  const keys = { ...keysOf(request, "t_day", "t_user"), more: ["depth", "censored"] };
  return countsPlan("depths of trajectories", request, relation, keys, counts);
}

/**
 * The same without grouping by trajectory, for logs whose structure is declared: views by displayed rank,
 * and how many of them were at the list's end. It takes every position to hold an item.
 */
export function viewsPlan(request: DepthsRequest): WidePlan {
  const keys = {
    ...keysOf(request, canonical.day.name, canonical.user.name),
    more: [canonical.rank.name],
  };
  const read = [
    ...strataRead(request, canonical.day.name),
    keys.cluster,
    canonical.rank.name,
    canonical.listLength.name,
    ...(request.log.spec.sampling === undefined ? [] : [canonical.sampling.name]),
  ];
  const relation = select(request.rows, [
    ...read.map((name): Named => [name, column(name)]),
    ...bucketOf(request, canonical.user, "everyRow"),
  ]);
  const weight = samplingWeights(request.log)?.row;
  const ended = apply(">=", canonical.rank, canonical.listLength);
  const counts: readonly Named[] = [
    ["viewed", weight === undefined ? count() : sum(weight)],
    ["ended", weight === undefined ? countOf(ended) : sum(onlyWhere(ended, weight))],
    ...(weight === undefined ? [] : [[weightSquares, sum(squareOf(weight))] as const]),
  ];
  return countsPlan("views by rank", request, relation, keys, counts);
}

/** Counts by what a request wants them split by; where they may be held, made of counts by day and bucket. */
function countsPlan(
  purpose: string,
  request: DepthsRequest,
  relation: Relation,
  keys: CellKeys,
  counts: readonly Named[],
): WidePlan {
  const { keep } = request;
  const bucketing = bucketingOf(request);
  if (keep === undefined || bucketing.kind === "exact" || !hasBucket(relation)) {
    return cellsPlan(purpose, relation, keys, bucketing, counts);
  }
  const { more = [] } = keys;
  const day = request.counting === "trajectories" ? "t_day" : canonical.day.name;
  const split = [...strataRead(request, day), ...more];
  const finest = group(relation, [...split, bucketAlias], counts);
  const names = [...split, bucketAlias, ...counts.map(([alias]) => alias)];
  const kept = select(
    finest,
    names.map((name): Named => [name, column(name)]),
    { keep },
  );
  // DuckDB may not read a column and its aggregate under one name.
  const carried = counts.map(([alias]): Named => [`${alias}_c`, column(alias)]);
  const folded = select(kept, [
    ...split.map((name): Named => [name, column(name)]),
    [bucketAlias, foldedBucket(column(bucketAlias), bucketing.count)],
    ...carried,
  ]);
  const again = counts.map(([alias, value]): Named => [alias, nextStage(value, `${alias}_c`)]);
  return cellsPlan(purpose, folded, keys, bucketing, again);
}

function keysOf({ log, by }: DepthsRequest, day: string, cluster: string): CellKeys {
  const { spec } = log;
  const strata = {
    ...(by === "users" || spec.day === undefined ? {} : { day }),
    ...(spec.feed === undefined ? {} : { feed: canonical.feed.name }),
  };
  return { strata, cluster };
}

/** The columns of strata that a relation must have: the day too where counts by day are made of it. */
const strataRead = (request: DepthsRequest, day: string): readonly string[] =>
  Object.values(
    keysOf({ ...request, by: request.keep === undefined ? request.by : "days" }, day, "").strata,
  );

/** Only those that the keys and the checks read. */
function constantsOf(request: DepthsRequest): readonly Named[] {
  const { by, structure } = request;
  const read = new Set([
    "t_user",
    ...(request.log.spec.sampling === undefined ? [] : ["t_sampling"]),
    ...(by === "users" && request.keep === undefined ? [] : ["t_day"]),
    ...structure.outer.flatMap(([, value]) => [...columnsOf(value)]),
  ]);
  return trajectoryConstants(request).filter(([alias]) => read.has(alias));
}

/** Groups of whole users that depths by day are split by: a standard error leaves out one at a time. */
const groupsOfDays = 32;
const finestBuckets = 1024;

const bucketOf = (
  request: DepthsRequest,
  cluster: Expression,
  over: "everyRow" | "fewRows",
): readonly Named[] => {
  const byCluster = bucketingOf(request);
  const isHeld = byCluster.kind === "hashed" && request.keep !== undefined;
  const bucketing = isHeld ? { ...byCluster, count: finestBuckets } : byCluster;
  return bucketColumn({ ...request, bucketing }, cluster, over);
};

function bucketingOf({ by, bucketing, log }: DepthsRequest): Bucketing {
  if (by === "users") return bucketing;
  if (bucketing.kind === "hashed") return { ...bucketing, count: groupsOfDays };
  return { kind: "hashed", count: groupsOfDays, key: clusterKeyOf(log).hash };
}

/** Trajectories, each as many as it stands for where they were sampled. */
const countTrajectories = (log: DepthsRequest["log"]): Expression =>
  log.spec.sampling === undefined ? count() : sum(standingFor);

const standingFor = inverseRate(column("t_sampling"));

const squareOf = (value: Expression): Expression => times(value, value);

const onlyWhere = (when: Expression, value: Expression): Expression =>
  caseWhen([{ when, then: value }], double(0));

const countOf = (condition: Expression): Expression => cast(sum(indicator(condition)), "bigint");
