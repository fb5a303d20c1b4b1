import { canonical } from "../../log/canonical.js";
import { square } from "../../numeric/elementary/square.js";
import type { CallOptions, Engine } from "../../sql/engine.js";
import {
  apply,
  caseWhen,
  cast,
  column,
  divide,
  double,
  type Expression,
  isNull,
  minus,
  not,
  times,
} from "../../sql/expression.js";
import { join, type Named, select } from "../../sql/relation.js";
import { bucketAlias } from "../cells.js";
import { takeCells } from "../one-scan.js";
import { scaledStages } from "../queries.js";
import type { TallyTable } from "../tally.js";
import { deepestDisplayed, displayedAt } from "./comparison-request.js";
import { type ComparisonItemSlopes, slopesOfItems } from "./comparison-shapes.js";
import { cellsOf } from "./comparison-statement.js";
import {
  type ItemRequest,
  itemKeys,
  itemMeans,
  mostOf,
  ofOtherFold,
  partsOf,
  predicted,
  withGroup,
} from "./known-rows.js";
import { readTable } from "./read-comparison-table.js";
import { rowsLookedAt } from "./sampled-trajectories.js";
import { columnUpTo } from "./weights-of-comparisons.js";

const rank = "i_rank";
const [apart, turn, spread] = ["s_apart", "s_turn", "s_spread"] as const;

/**
 * How the rewards of a view of an item change with its rank: of viewed rows with an item, x is the rank less the mean rank of the
 * item, and g what the item earns a view, both in the eyes of users of the other fold; Σ x·(c − g) and Σ x²·g by reward.
 */
export async function takeSlopesOfItems(
  engine: Engine,
  request: Pick<ItemRequest, "comparisons" | "means">,
  options?: CallOptions,
): Promise<Readonly<Record<string, TallyTable>>> {
  const { comparisons } = request;
  const { base } = comparisons;
  const { rows } = rowsLookedAt(comparisons);
  const rewards = base.log.rewards.map((_, at): Named => [`s_reward_${at}`, canonical.reward(at)]);
  const item: Named = [canonical.item.name, canonical.item];
  const views = withGroup(comparisons, rows, [item, [rank, displayedAt(base)], ...rewards]);
  const means = itemMeans(request, [[rank, cast(displayedAt(base), "double")]]);
  const bucket = column(bucketAlias);
  const joined = select(
    join("left", views, means, itemKeys),
    [
      ["h_feed", canonical.feed],
      [apart, rankApart(bucket)],
      ...rewards.map(([name]): Named => [name, column(name)]),
      ...rewards.map((_, at): Named => [`s_mean_${at}`, meanOf(request, at, bucket)]),
      [bucketAlias, bucket],
    ],
    { where: not(isNull(canonical.item)) },
  );
  const deepest = deepestDisplayed(base);
  const columns = rewards.flatMap(([name], at) => {
    const [reward, mean] = [column(name), column(`s_mean_${at}`)];
    const most = mostOf(base, at);
    const x = column(apart);
    const turning = times(x, minus(reward, mean));
    const spreading = times(times(x, x), mean);
    return [
      [`${at} turn`, columnUpTo(comparisons, `${turn}_${at}`, turning, 2 * deepest * most)],
      [
        `${at} spread`,
        columnUpTo(comparisons, `${spread}_${at}`, spreading, square(deepest) * most),
      ],
    ] as const;
  });
  const sums = columns.flatMap(([, sum]) => scaledStages(sum, sum.component.value));
  const cells = cellsOf(comparisons, "slopes of items", joined, bucketAlias, [], sums);
  const [table] = await takeCells(engine, [cells], options);
  return table === undefined
    ? {}
    : {
        [slopesOfItems.name]: readTable<ComparisonItemSlopes>(table, {
          keys: [],
          columns: new Map(columns),
        }),
      };
}

/** How far a row stands below its item's mean rank; 0 of items that the other fold never viewed. */
function rankApart(bucket: Expression): Expression {
  const of = (fold: number): Expression => {
    const views = column(`i_views_${fold}`);
    const mean = divide(column(`${rank}_${fold}`), views);
    const apart = minus(cast(column(rank), "double"), mean);
    return caseWhen([{ when: apply(">", views, double(0)), then: apart }], double(0));
  };
  return ofOtherFold(bucket, of);
}

function meanOf(
  request: Pick<ItemRequest, "comparisons" | "means">,
  reward: number,
  bucket: Expression,
): Expression {
  const [gain, loss] = partsOf(request.comparisons, reward).map((part) =>
    predicted(request, reward, part, bucket),
  );
  if (gain === undefined) return double(0);
  return loss === undefined ? gain : minus(gain, loss);
}
