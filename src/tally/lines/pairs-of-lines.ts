import { canonical } from "../../log/index.js";
import {
  apply,
  bigint,
  cast,
  column,
  count,
  double,
  type Expression,
  indicator,
  type Named,
  type Relation,
  select,
  sum,
} from "../../sql/index.js";
import { bucketColumn } from "../cells.js";
import type { Column } from "../columns.js";
import { scaledStages } from "../queries.js";
import {
  columnsOfReward,
  type LineRequest,
  pairsOfLine,
  placedAt,
  type RewardSum,
  rankKey,
  targetKey,
} from "./line-request.js";
import {
  cellsOf,
  grouping,
  isRewarded,
  type LineStatement,
  notZero,
  rewardColumns,
  total,
} from "./line-statement.js";

/** T1 and T2: all rows by displayed and target rank; of them, those whose list goes on beyond the rank. */
export function viewsByPair(request: LineRequest, target: string): LineStatement {
  const { base } = request;
  const { relation, keys } = pairs(request, target, undefined, [
    [
      "l_more",
      base.log.spec.listLength === undefined
        ? bigint(1n)
        : indicator(apply("<", canonical.rank, canonical.listLength)),
    ],
  ]);
  const sums: readonly Named[] = [
    ["l_rows", count()],
    ["l_continuable", cast(sum(column("l_more")), "bigint")],
  ];
  return {
    name: pairsOfLine(target),
    plan: cellsOf(request, "views by displayed and target rank", relation, "h_user", keys, sums),
    keys,
    columns: new Map<string, Column | string>([
      ["rows", "l_rows"],
      ["continuable", "l_continuable"],
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

/** T1: rewarded rows by displayed and target rank. */
export function rewardsByPair(request: LineRequest, target: string): LineStatement {
  const { base } = request;
  const rewards = base.log.rewards.map((_, reward) => columnsOfReward(base, reward, pairSums));
  const { relation, keys } = pairs(request, target, isRewarded(request), rewardColumns(request));
  const sums = rewards.flatMap((columns, reward): readonly Named[] => [
    [`l_${reward}_rewarded`, total(notZero(reward))],
    [`l_${reward}_positive`, total(apply(">", canonical.reward(reward), double(0)))],
    ...[...columns.values()].flatMap((each) => scaledStages(each, each.component.value)),
  ]);
  return {
    name: pairsOfLine(target),
    plan: cellsOf(request, "rewards by displayed and target rank", relation, "h_user", keys, sums),
    keys,
    columns: new Map<string, Column | string>(
      rewards.flatMap((columns, reward): [string, Column | string][] => [
        [`${reward} rewarded`, `l_${reward}_rewarded`],
        [`${reward} positiveRewarded`, `l_${reward}_positive`],
        ...[...columns].map(([name, each]): [string, Column] => [`${reward} ${name}`, each]),
      ]),
    ),
  };
}

function pairs(
  request: LineRequest,
  target: string,
  where: Expression | undefined,
  more: readonly Named[],
): { readonly relation: Relation; readonly keys: readonly string[] } {
  const { base } = request;
  const columns: Named[] = [
    ["h_feed", canonical.feed],
    ["h_user", canonical.user],
    [rankKey, canonical.rank],
    [targetKey, placedAt(base, target)],
    ...more,
  ];
  const over = where === undefined ? "everyRow" : "fewRows";
  const bucket = bucketColumn(grouping(request), canonical.user, over);
  const keys = [rankKey, targetKey];
  return { relation: select(base.rows, [...columns, ...bucket], { where }), keys };
}
