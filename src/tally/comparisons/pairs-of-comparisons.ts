import { canonical } from "../../log/canonical.js";
import {
  apply,
  bigint,
  cast,
  column,
  count,
  double,
  indicator,
  sum,
} from "../../sql/expression.js";
import { type Named, type Relation, select } from "../../sql/relation.js";
import { bucketAlias } from "../cells.js";
import { bucketOfHeld, heldRows } from "../held-rows.js";
import type { Cells } from "../one-scan.js";
import type { SumOf } from "../shape.js";
import {
  type ComparisonRequest,
  columnsOfReward,
  displayedAt,
  groupsOfComparisons,
  mayBeNegative,
  placedAt,
} from "./comparison-request.js";
import {
  type ComparisonPairs,
  pairsOfComparison,
  type RewardSum,
  rankKey,
  targetKey,
} from "./comparison-shapes.js";
import {
  type ComparisonColumn,
  type ComparisonStatement,
  cellsOf,
  grouping,
  groupOfRow,
  heldSample,
  isRewarded,
  notZero,
  rewardColumns,
  sumsOf,
  total,
} from "./comparison-statement.js";

/**
 * All rows by displayed and target rank; of them, those whose list goes on beyond the rank, and
 * those at a slot that the policy shows.
 */
export function viewsByPair(
  request: ComparisonRequest,
  target: string,
): ComparisonStatement<ComparisonPairs> {
  const hasLists = request.base.log.spec.listLength !== undefined;
  const goesOn = indicator(apply("<", canonical.rank, canonical.listLength));
  const shown = request.shown?.get(target);
  const more: readonly Named[] = [
    ...(hasLists ? [["l_more", goesOn] as const] : []),
    ...(shown === undefined ? [] : [["l_here", shown] as const]),
  ];
  const added = (alias: string, name: string): Named => [alias, cast(sum(column(name)), "bigint")];
  const sums: readonly Named[] = [
    ["l_rows", count()],
    ...(hasLists ? [added("l_continuable", "l_more")] : []),
    ...(shown === undefined ? [] : [added("l_shown", "l_here")]),
  ];
  const cells = (rows: Relation, bucket: readonly Named[]): Cells => {
    const relation = select(rows, [...pairColumns(request, target), ...more, ...bucket]);
    const purpose = "views by displayed and target rank";
    return cellsOf(request, purpose, relation, "h_user", pairKeys, sums);
  };
  const { base } = request;
  const sample = heldSample(request);
  const others: Named = [bucketAlias, bigint(BigInt(groupsOfComparisons))];
  return {
    into: pairsOfComparison(target),
    over: "rows",
    ...(sample === undefined
      ? { cells: cells(base.rows, groupOfRow(request, "everyRow")) }
      : {
          cells: { ...cells(base.rows, [others]), isDense: true },
          sampled: cells(sample, bucketOfHeld(grouping(request))),
        }),
    keys: pairKeys,
    columns: new Map<SumOf<ComparisonPairs>, ComparisonColumn>([
      ["rows", "l_rows"],
      ["continuable", hasLists ? "l_continuable" : "l_rows"],
      ...(shown === undefined ? [] : [["shown", "l_shown"] as const]),
    ]),
  };
}

const pairSums: readonly RewardSum[] = [
  "sum",
  "squares",
  "positiveSum",
  "positiveSquares",
  "fourth",
];

export function rewardsByPair(
  request: ComparisonRequest,
  target: string,
): ComparisonStatement<ComparisonPairs> {
  const { sums, columns } = rewardsInCells(request);
  const relation = select(
    heldRows(request.base),
    [
      ...pairColumns(request, target),
      ...rewardColumns(request),
      ...groupOfRow(request, "heldRows"),
    ],
    { where: isRewarded(request) },
  );
  const purpose = "rewards by displayed and target rank";
  return {
    into: pairsOfComparison(target),
    over: "rows",
    cells: cellsOf(request, purpose, relation, "h_user", pairKeys, sums),
    keys: pairKeys,
    columns,
  };
}

type SumOfReward = `${number} ${ComparisonPairs["ofReward"]}`;

/** What is added up of every reward of a cell's rewarded rows. */
export function rewardsInCells({ base }: ComparisonRequest): {
  readonly sums: readonly Named[];
  readonly columns: ReadonlyMap<SumOfReward, ComparisonColumn>;
} {
  const rewards = base.log.rewards.map((_, reward) => columnsOfReward(base, reward, pairSums));
  const positive = (reward: number): string =>
    mayBeNegative(base, reward) ? `l_${reward}_positive` : `l_${reward}_rewarded`;
  const sums = rewards.flatMap((columns, reward): readonly Named[] => {
    const isPositive = total(apply(">", canonical.reward(reward), double(0)));
    return [
      [`l_${reward}_rewarded`, total(notZero(reward))],
      ...(mayBeNegative(base, reward) ? [[positive(reward), isPositive] as const] : []),
      ...sumsOf(columns),
    ];
  });
  const columns = new Map(
    rewards.flatMap((sums, reward): [SumOfReward, ComparisonColumn][] => [
      [`${reward} rewarded`, `l_${reward}_rewarded`],
      [`${reward} positiveRewarded`, positive(reward)],
      ...[...sums].map(([name, sum]): [SumOfReward, ComparisonColumn] => [
        `${reward} ${name}`,
        sum,
      ]),
    ]),
  );
  return { sums, columns };
}

const pairKeys = [rankKey, targetKey] as const;

const pairColumns = ({ base }: ComparisonRequest, target: string): readonly Named[] => [
  ["h_feed", canonical.feed],
  ["h_user", canonical.user],
  [rankKey, displayedAt(base)],
  [targetKey, placedAt(base, target)],
];
