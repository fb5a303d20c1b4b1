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
  columnsOfReward,
  displayedAt,
  type LineRequest,
  mayBeNegative,
  placedAt,
} from "./line-request.js";
import { type LinePairs, pairsOfLine, type RewardSum, rankKey, targetKey } from "./line-shapes.js";
import {
  cellsOf,
  groupOfRow,
  isRewarded,
  type LineColumn,
  type LineStatement,
  notZero,
  rewardColumns,
  sumsOf,
  total,
} from "./line-statement.js";

/**
 * All rows by displayed and target rank; of them, those whose list goes on beyond the rank, and
 * those at a slot that the policy shows.
 */
export function viewsByPair(request: LineRequest, target: string): LineStatement<LinePairs> {
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
    into: pairsOfLine(target),
    over: "rows",
    cells: cellsOf(request, "views by displayed and target rank", relation, "h_user", keys, sums),
    keys,
    columns: new Map<SumOf<LinePairs>, LineColumn>([
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

/** Rewarded rows by displayed and target rank. */
export function rewardsByPair(request: LineRequest, target: string): LineStatement<LinePairs> {
  const { relation, keys } = pairs(request, target, isRewarded(request), rewardColumns(request));
  const { sums, columns } = rewardsInCells(request);
  return {
    into: pairsOfLine(target),
    over: "rows",
    cells: cellsOf(request, "rewards by displayed and target rank", relation, "h_user", keys, sums),
    keys,
    columns,
  };
}

type SumOfReward = `${number} ${LinePairs["ofReward"]}`;

/** What is added up of every reward of a cell's rewarded rows. */
export function rewardsInCells({ base }: LineRequest): {
  readonly sums: readonly Named[];
  readonly columns: ReadonlyMap<SumOfReward, LineColumn>;
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
    rewards.flatMap((own, reward): [SumOfReward, LineColumn][] => [
      [`${reward} rewarded`, `l_${reward}_rewarded`],
      [`${reward} positiveRewarded`, positive(reward)],
      ...[...own].map(([name, each]): [SumOfReward, LineColumn] => [`${reward} ${name}`, each]),
    ]),
  );
  return { sums, columns };
}

function pairs(
  request: LineRequest,
  target: string,
  where: Expression | undefined,
  more: readonly Named[],
): { readonly relation: Relation; readonly keys: LineStatement<LinePairs>["keys"] } {
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
