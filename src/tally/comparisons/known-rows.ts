import { canonical, trajectoryKeys } from "../../log/canonical.js";
import { isFeed } from "../../log/feeds.js";
import { log2 } from "../../numeric/elementary/log-in-base.js";
import { powerOfTwo } from "../../numeric/elementary/power-of-two.js";
import {
  apply,
  bigint,
  caseWhen,
  column,
  divide,
  double,
  type Expression,
  equal,
  plus,
  sum,
  times,
} from "../../sql/expression.js";
import { group, type Named, type Relation, select } from "../../sql/relation.js";
import { bucketAlias, bucketColumn } from "../cells.js";
import { type ComparisonRequest, mayBeNegative } from "./comparison-request.js";
import { grouping } from "./comparison-statement.js";

export interface ItemRequest {
  readonly comparisons: ComparisonRequest;
  /** All candidates of the log's trajectories as canonical rows. */
  readonly candidates: Relation;
  readonly targets: readonly string[];
  /** Rewards a logged view by feed: the mean of the positive and of the negative part of each reward. */
  readonly means: ReadonlyMap<string | null, readonly PartsOfMean[]>;
}

interface PartsOfMean {
  readonly positive: number;
  readonly negative: number;
}

type MeansOfItems = Pick<ItemRequest, "comparisons" | "means">;

/** Columns that join rows with the means of their items. */
export const itemKeys: readonly (readonly [left: string, right: string])[] = [
  [canonical.feed.name, "i_feed"],
  [canonical.item.name, "i_item"],
];

/** An item of so many views or more is known to the log; means of items are shrunken by so many views. */
export const viewsOfKnown = 5;
const shrink = 20;

export function withGroup(
  request: ComparisonRequest,
  rows: Relation,
  more: readonly Named[] = [],
): Relation {
  const keys = [...trajectoryKeys, canonical.user.name];
  return select(rows, [
    ...keys.map((name): Named => [name, column(name)]),
    ...more,
    ...bucketColumn(grouping(request), canonical.user, "fewRows"),
  ]);
}

const folds = [0, 1] as const;
const foldOf = (bucket: Expression): Expression => apply("bitAnd", bucket, bigint(1n));

type Part = keyof PartsOfMean;

export const partsOf = ({ base }: ComparisonRequest, reward: number): readonly Part[] =>
  mayBeNegative(base, reward) ? ["positive", "negative"] : ["positive"];

function partOf(reward: number, part: Part): Expression {
  const value = canonical.reward(reward);
  const [of, sign] = part === "positive" ? [">", 1] : ["<", -1];
  const when = apply(of as ">" | "<", value, double(0));
  return caseWhen([{ when, then: times(value, double(sign as number)) }], double(0));
}

/** Rewards are added as whole multiples of a power of two: in any order they give the same. */
function scaleOf({ base }: ComparisonRequest, reward: number): number {
  const most = mostOf(base, reward);
  if (!(most > 0)) return 1;
  return powerOfTwo(50 - Math.ceil(log2(most)) - Math.ceil(log2(Math.max(1, base.impressions))));
}

export function mostOf({ leaves }: ComparisonRequest["base"], reward: number): number {
  const [low, high] = leaves.column(canonical.reward(reward).name);
  return Math.max(Math.abs(low), Math.abs(high));
}

/** Views, rewards and further values by item and fold of users: one row an item. */
export function itemMeans({ comparisons }: MeansOfItems, further: readonly Named[] = []): Relation {
  const { log, rows } = comparisons.base;
  const rewards = log.rewards.flatMap((_, reward) =>
    partsOf(comparisons, reward).map((part) => ({ reward, part })),
  );
  const parts = rewards.map(({ reward, part }): Named => {
    const scaled = times(partOf(reward, part), double(scaleOf(comparisons, reward)));
    return [`i_${reward}_${part}`, apply("floor", plus(scaled, double(0.5)))];
  });
  const carried = [...parts, ...further];
  const item: Named = [canonical.item.name, canonical.item];
  const views = withGroup(comparisons, rows, [item, ...carried]);
  const sums = folds.flatMap((fold): readonly Named[] => {
    const isIn = equal(foldOf(column(bucketAlias)), bigint(BigInt(fold)));
    const sumIn = (value: Expression): Expression =>
      sum(caseWhen([{ when: isIn, then: value }], double(0)));
    return [
      [`i_views_${fold}`, sumIn(double(1))],
      ...carried.map(([name]): Named => [`${name}_${fold}`, sumIn(column(name))]),
    ];
  });
  const grouped = group(views, [canonical.feed.name, canonical.item.name], sums);
  return select(grouped, [
    ["i_feed", canonical.feed],
    ["i_item", canonical.item],
    ...sums.map(([name]): Named => [name, column(name)]),
  ]);
}

/** What an item is predicted to earn in the eyes of a row's group: the mean of the views of the other fold. */
export function predicted(
  { comparisons, means }: MeansOfItems,
  reward: number,
  part: Part,
  bucket: Expression,
): Expression {
  const { log } = comparisons.base;
  const meanIn = (feed: string | null): Expression =>
    double(means.get(feed)?.[reward]?.[part] ?? 0);
  const feeds = [...means.keys()].filter((feed) => feed !== null);
  const [first = null] = feeds;
  const branches = feeds.slice(1).map((feed) => ({ when: isFeed(log, feed), then: meanIn(feed) }));
  const mean = branches.length === 0 ? meanIn(first) : caseWhen(branches, meanIn(first));
  const unscaled = double(1 / scaleOf(comparisons, reward));
  const of = (fold: number): Expression => {
    const rewards = times(column(`i_${reward}_${part}_${fold}`), unscaled);
    const views = column(`i_views_${fold}`);
    return divide(plus(rewards, times(double(shrink), mean)), plus(views, double(shrink)));
  };
  return ofOtherFold(bucket, of);
}

/** What users of the other fold say to a row's group. */
export function ofOtherFold(bucket: Expression, of: (fold: number) => Expression): Expression {
  const isFirst = equal(foldOf(bucket), bigint(0n));
  return caseWhen([{ when: isFirst, then: of(1) }], of(0));
}

export const isKnown: Expression = apply(
  ">=",
  apply("coalesce", plus(column("i_views_0"), column("i_views_1")), double(0)),
  double(viewsOfKnown),
);
