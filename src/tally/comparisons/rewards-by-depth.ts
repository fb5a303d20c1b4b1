import { canonical, trajectoryKeys } from "../../log/canonical.js";
import {
  bigint,
  caseWhen,
  cast,
  column,
  type Expression,
  indicator,
  minus,
  rowNumber,
  sum,
} from "../../sql/expression.js";
import { join, type Named, select } from "../../sql/relation.js";
import { bucketAlias } from "../cells.js";
import { bucketOfHeld, heldRows } from "../held-rows.js";
import type { SumOf } from "../shape.js";
import { type ComparisonRequest, columnsOfReward, displayedAt } from "./comparison-request.js";
import { type ComparisonRewards, rankKey, rewardsOfComparisons } from "./comparison-shapes.js";
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
import { sampledTrajectories } from "./sampled-trajectories.js";
import { binOfDepth, trajectories } from "./trajectories-of-comparisons.js";

const depthSums = ["sum", "positiveSum"] as const;

/** Of a row of a trajectory, how many rows with the reward come before it: over those with it, each pair once. */
const pairsBefore = (reward: number): Expression =>
  minus(
    rowNumber(
      trajectoryKeys.map(column),
      [indicator(notZero(reward)), canonical.rank].map((by) => ({ by, descending: true })),
    ),
    bigint(1n),
  );

const pairsAt = (reward: number): string => `k_pairs_${reward}`;
const pairsOf = (reward: number): Expression =>
  caseWhen([{ when: notZero(reward), then: column(pairsAt(reward)) }], bigint(0n));

/** Rewarded rows by displayed rank and the final depth of their trajectory, with pairs of them in one trajectory. */
export function rewardsByDepth(request: ComparisonRequest): ComparisonStatement<ComparisonRewards> {
  const { base, trajectoryHalvings = 0 } = request;
  const rewards = base.log.rewards.map((_, reward) => columnsOfReward(base, reward, depthSums));
  const all = heldRows(base);
  const rewarded = select(
    trajectoryHalvings === 0 ? all : sampledTrajectories(all, trajectoryHalvings),
    [
      ["h_trajectory", canonical.trajectory],
      ["h_feed", canonical.feed],
      ["k_user", canonical.user],
      ...bucketOfHeld(grouping(request)),
      [rankKey, displayedAt(base)],
      ...rewardColumns(request),
      ...base.log.rewards.map((_, reward): Named => [pairsAt(reward), pairsBefore(reward)]),
    ],
    { where: isRewarded(request) },
  );
  const depths = select(trajectories(request), [
    ["d_trajectory", column("k_trajectory")],
    ["d_feed", column("k_feed")],
    ["d_depth", column("k_depth")],
  ]);
  const joined = join("inner", rewarded, depths, [
    ["h_trajectory", "d_trajectory"],
    ["h_feed", "d_feed"],
  ]);
  const relation = select(joined, [
    ["k_feed", column("d_feed")],
    ["k_user", column("k_user")],
    [rankKey, column(rankKey)],
    ["k_depth", binOfDepth(request, "d_depth")],
    ...rewardColumns(request),
    ...base.log.rewards.map((_, reward): Named => [pairsAt(reward), column(pairsAt(reward))]),
    [bucketAlias, column(bucketAlias)],
  ]);
  const sums = rewards.flatMap((columns, reward): readonly Named[] => [
    [`l_${reward}_rewarded`, total(notZero(reward))],
    [`l_${reward}_pairs`, cast(sum(pairsOf(reward)), "bigint")],
    ...sumsOf(columns),
  ]);
  const keys = [rankKey, "k_depth"] as const;
  return {
    into: rewardsOfComparisons,
    over: "trajectories",
    cells: cellsOf(request, "rewards by rank and depth", relation, "k_user", keys, sums, "k_feed"),
    keys,
    columns: new Map(
      rewards.flatMap((columns, reward): [SumOf<ComparisonRewards>, ComparisonColumn][] => [
        [`${reward} rewarded`, `l_${reward}_rewarded`],
        [`${reward} pairs`, `l_${reward}_pairs`],
        ...[...columns].map(([name, sum]): [SumOf<ComparisonRewards>, ComparisonColumn] => [
          `${reward} ${name}`,
          sum,
        ]),
      ]),
    ),
  };
}
