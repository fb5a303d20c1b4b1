import { canonical } from "../../log/canonical.js";
import {
  apply,
  cast,
  column,
  count,
  double,
  type Expression,
  indicator,
  sum,
} from "../../sql/expression.js";
import { type Named, type Relation, select } from "../../sql/relation.js";
import { heldRows } from "../held-rows.js";
import type { SumOf } from "../shape.js";
import {
  type ComparisonRequest,
  columnsOfReward,
  displayedAt,
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
  groupOfRow,
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
  const { relation, keys } = pairs(request, target, undefined, [
    ...(hasLists ? [["l_more", goesOn] as const] : []),
    ...(shown === undefined ? [] : [["l_here", shown] as const]),
  ]);
  const added = (alias: string, name: string): Named => [alias, cast(sum(column(name)), "bigint")];
  const sums: readonly Named[] = [
    ["l_rows", count()],
    ...(hasLists ? [added("l_continuable", "l_more")] : []),
    ...(shown === undefined ? [] : [added("l_shown", "l_here")]),
  ];
  return {
    into: pairsOfComparison(target),
    over: "rows",
    cells: cellsOf(request, "views by displayed and target rank", relation, "h_user", keys, sums),
    keys,
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
  const { relation, keys } = pairs(request, target, isRewarded(request), rewardColumns(request));
  const { sums, columns } = rewardsInCells(request);
  return {
    into: pairsOfComparison(target),
    over: "rows",
    cells: cellsOf(request, "rewards by displayed and target rank", relation, "h_user", keys, sums),
    keys,
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

function pairs(
  request: ComparisonRequest,
  target: string,
  where: Expression | undefined,
  more: readonly Named[],
): { readonly relation: Relation; readonly keys: ComparisonStatement<ComparisonPairs>["keys"] } {
  const { base } = request;
  const columns: Named[] = [
    ["h_feed", canonical.feed],
    ["h_user", canonical.user],
    [rankKey, displayedAt(base)],
    [targetKey, placedAt(base, target)],
    ...more,
  ];
  const bucket = groupOfRow(request, where === undefined ? "everyRow" : "heldRows");
  const keys = [rankKey, targetKey] as const;
  const rows = where === undefined ? base.rows : heldRows(base);
  return { relation: select(rows, [...columns, ...bucket], { where }), keys };
}
