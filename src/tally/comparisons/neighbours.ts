import { canonical, trajectoryKeys } from "../../log/canonical.js";
import { log2 } from "../../numeric/elementary/log-in-base.js";
import {
  and,
  apply,
  bigint,
  caseWhen,
  cast,
  column,
  count,
  divide,
  double,
  type Expression,
  equal,
  indicator,
  isNull,
  minus,
  not,
  or,
  plus,
  sum,
  times,
} from "../../sql/expression.js";
import { group, join, type Named, type Relation, select } from "../../sql/relation.js";
import { bucketAlias, bucketColumn } from "../cells.js";
import { scaledStages } from "../queries.js";
import type { SumOf } from "../shape.js";
import {
  type ComparisonRequest,
  columnsOfReward,
  displayedAt,
  placedAt,
} from "./comparison-request.js";
import {
  type ComparisonNeighbours,
  type ComparisonPolicyNeighbours,
  neighboursOfComparison,
  neighboursOfComparisons,
  rankKey,
  stepKey,
  targetKey,
} from "./comparison-shapes.js";
import {
  type ComparisonColumn,
  type ComparisonStatement,
  cellsOf,
  grouping,
  isRewarded,
  notZero,
  rewardColumns,
  sumsOf,
  total,
} from "./comparison-statement.js";
import { mostOf } from "./known-rows.js";
import { rowsLookedAt } from "./sampled-trajectories.js";
import { inSteps } from "./session-sums.js";
import { columnUpTo } from "./weights-of-comparisons.js";

const cluster = canonical.cluster;
const [rank, placed] = ["n_rank", "n_placed"] as const;
const clusterOf = (as: string): Expression => column(`${as}_cluster`);
const isOwn = (as: string): Expression => equal(cluster, clusterOf(as));

/** What rows do to the rewards of those next to them, where the log names clusters of its items. */
export function neighbours(request: ComparisonRequest): readonly ComparisonStatement[] {
  const { base, targets } = request;
  if (base.log.spec.cluster === undefined || targets.length === 0) return [];
  return [byNeighbour(request), ...targets.map((target) => byNeighbours(request, target))];
}

/** Rows with their group of users, and the places of the rows that they are held against. */
function rowsWith(
  request: ComparisonRequest,
  more: readonly Named[],
  where?: Expression,
): Relation {
  const { base } = request;
  return select(
    rowsLookedAt(request).rows,
    [
      ...trajectoryKeys.map((name): Named => [name, column(name)]),
      [cluster.name, cluster],
      [rank, displayedAt(base)],
      ["n_above", minus(canonical.rank, bigint(1n))],
      ...more,
      ...rewardColumns(request),
      ...bucketColumn(grouping(request), canonical.user, "fewRows"),
    ],
    { where },
  );
}

/** With the cluster of the row of the same list whose rank, displayed or of a policy, is in the column `as`; NULL where the log lacks it. */
function withNeighbour(
  left: Relation,
  request: ComparisonRequest,
  as: string,
  by: string,
): Relation {
  const { rows } = rowsLookedAt(request);
  const right = select(rows, [
    ...trajectoryKeys.map((name): Named => [`${as}_${name}`, column(name)]),
    [`${as}_at`, column(by)],
    [`${as}_cluster`, cluster],
    [`${as}_rank`, displayedAt(request.base)],
  ]);
  const keys = trajectoryKeys.map((name) => [name, `${as}_${name}`] as const);
  return join("left", left, right, [...keys, [as, `${as}_at`]]);
}

/**
 * Rows between two others, of which that above is of their own cluster and that below is not, and the other way round: by
 * cluster and rank, what they earn more than all of them, weighed as Mantel and Haenszel do.
 */
function byNeighbour(request: ComparisonRequest): ComparisonStatement<ComparisonNeighbours> {
  const { base } = request;
  const isAfter = equal(column("n_after"), bigint(1n));
  const of = (isTrue: boolean, value: Expression): Expression =>
    caseWhen([{ when: isTrue ? isAfter : not(isAfter), then: value }], double(0));
  const columns = base.log.rewards.flatMap((_, at) => {
    const [mean, weight] = [column(`n_mean_${at}`), column("n_weight")];
    const beyond = times(minus(canonical.reward(at), mean), weight);
    const values = [
      ["after", of(true, beyond)],
      ["before", of(false, beyond)],
      ["expected", of(true, times(mean, weight))],
    ] as const;
    return values.map(
      ([name, value]) =>
        [
          `${at} ${name}`,
          columnUpTo(request, `n_${at}_${name}`, value, 2 * mostOf(base, at)),
        ] as const,
    );
  });
  const counts = base.log.rewards.flatMap((_, at) => [
    [`${at} rewardedAfter`, `l_${at}_after`, and([notZero(at), isAfter])] as const,
    [`${at} rewardedBefore`, `l_${at}_before`, and([notZero(at), not(isAfter)])] as const,
  ]);
  const relation = withMeans(request, rowsBetween(request));
  const sums = [
    ...columns.flatMap(([, sum]) => scaledStages(sum, sum.component.value)),
    ...counts.map(([, alias, condition]): Named => [alias, total(condition)]),
  ];
  return {
    into: neighboursOfComparisons,
    over: "trajectories",
    halvings: rowsLookedAt(request).halvings,
    cells: cellsOf(request, "rewards by neighbour", relation, bucketAlias, [rankKey], sums),
    keys: [rankKey],
    columns: new Map<SumOf<ComparisonNeighbours>, ComparisonColumn>([
      ...columns,
      ...counts.map(([name, alias]) => [name, alias] as const),
    ]),
  };
}

const stratum = [canonical.feed.name, cluster.name, rank];

function rowsBetween(request: ComparisonRequest): Relation {
  const { name } = canonical.rank;
  const rows = rowsWith(request, [["n_below", plus(canonical.rank, bigint(1n))]]);
  const withAbove = withNeighbour(rows, request, "n_above", name);
  const [above, below] = [isOwn("n_above"), isOwn("n_below")];
  const kept = [...stratum, ...rewardColumns(request).map(([reward]) => reward), bucketAlias];
  return select(
    withNeighbour(withAbove, request, "n_below", name),
    [...kept.map((name): Named => [name, column(name)]), ["n_after", indicator(above)]],
    {
      where: and([
        ...["n_above", "n_below"].map((as) => not(isNull(clusterOf(as)))),
        or([and([above, not(below)]), and([not(above), below])]),
      ]),
    },
  );
}

/** Rows with the mean reward of their stratum, and the share in it of the rows of the other kind. */
function withMeans(request: ComparisonRequest, rows: Relation): Relation {
  const rewards = rewardColumns(request);
  const [after, all] = [column("s_after"), column("s_all")];
  const sums = group(rows, stratum, [
    ["n_all", count()],
    ["n_all_after", cast(sum(column("n_after")), "bigint")],
    ...rewards.map(([name], at): Named => [`n_sum_${at}`, sum(exactly(request, name, at))]),
  ]);
  const strata = select(sums, [
    ...stratum.map((name): Named => [`s_${name}`, column(name)]),
    ["s_all", cast(column("n_all"), "double")],
    ["s_after", cast(column("n_all_after"), "double")],
    ...rewards.map((_, at): Named => [`s_sum_${at}`, column(`n_sum_${at}`)]),
  ]);
  const isAfter = { when: equal(column("n_after"), bigint(1n)), then: minus(all, after) };
  const keys = stratum.map((name) => [name, `s_${name}`] as const);
  return select(join("inner", rows, strata, keys), [
    ["h_feed", canonical.feed],
    [rankKey, column(rank)],
    ["n_after", column("n_after")],
    ["n_weight", divide(caseWhen([isAfter], after), all)],
    ...rewards,
    ...rewards.map((_, at): Named => [`n_mean_${at}`, divide(column(`s_sum_${at}`), all)]),
    [bucketAlias, column(bucketAlias)],
  ]);
}

/** A reward in steps that add up exactly in any order. */
function exactly({ base }: ComparisonRequest, name: string, at: number): Expression {
  const most = mostOf(base, at);
  const isScaled = base.sums !== "fast" && most > 0 && most < Infinity;
  return isScaled ? inSteps(column(name), Math.ceil(log2(most)) - 26) : column(name);
}

/**
 * Rewarded rows with the row that the policy puts above them, or that it puts first: by the deeper displayed rank of the
 * two, by target rank, and by what that row is more of their own cluster than the one above them in the log: −1, 0 or 1, plus 1.
 */
function byNeighbours(
  request: ComparisonRequest,
  target: string,
): ComparisonStatement<ComparisonPolicyNeighbours> {
  const { base } = request;
  const places: Named[] = [
    [placed, placedAt(base, target)],
    ["n_before", minus(column(target), bigint(1n))],
  ];
  const where = and([isRewarded(request), apply(">", placedAt(base, target), bigint(0n))]);
  const withAbove = withNeighbour(
    rowsWith(request, places, where),
    request,
    "n_above",
    canonical.rank.name,
  );
  const both = withNeighbour(withAbove, request, "n_before", target);
  const other = column("n_before_rank");
  const deeper = caseWhen([{ when: apply(">", other, column(rank)), then: other }], column(rank));
  const relation = select(
    both,
    [
      ["h_feed", canonical.feed],
      [rankKey, deeper],
      [targetKey, column(placed)],
      [stepKey, minus(plus(bigint(1n), indicator(isOwn("n_before"))), indicator(isOwn("n_above")))],
      ...rewardColumns(request),
      [bucketAlias, column(bucketAlias)],
    ],
    {
      where: or([equal(column(placed), bigint(1n)), not(isNull(clusterOf("n_before")))]),
    },
  );
  const keys = [rankKey, targetKey, stepKey] as const;
  const columns = base.log.rewards.map((_, at) => columnsOfReward(base, at, ["sum"]));
  return {
    into: neighboursOfComparison(target),
    over: "trajectories",
    halvings: rowsLookedAt(request).halvings,
    cells: cellsOf(
      request,
      "rewards by neighbours of a policy",
      relation,
      bucketAlias,
      keys,
      columns.flatMap(sumsOf),
    ),
    keys,
    columns: new Map(
      columns.flatMap((sums, at) =>
        [...sums].map(([name, sum]) => [`${at} ${name}`, sum] as const),
      ),
    ),
  };
}
