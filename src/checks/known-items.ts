import { sum } from "../numeric/sum.js";
import type { ComparisonTables } from "./comparison-tables.js";
import type { SignedRate } from "./edge-rate.js";
import { totalOf } from "./grouped-sums.js";
import { ownCurve } from "./log-curve.js";
import { weightOf } from "./pairs-of-ranks.js";
import { type ItemTables, logTotals, type PolicyTables, tableOf } from "./tables.js";

/** What the missing views of known items are predicted to earn a trajectory, and how many are of others. */
export interface MissingItems {
  readonly predicted: SignedRate;
  readonly unknownViews: number;
}

/** What is in the lists less what was viewed of it: a view that the log holds cancels, at any depth. */
export function missingItems(
  comparison: ComparisonTables,
  { cells }: PolicyTables,
  { listed, viewed }: ItemTables,
  without?: number,
): MissingItems {
  const curve = ownCurve(comparison, without);
  const { n } = logTotals(comparison.log, without);
  const inLists = (values: ArrayLike<number>): number =>
    sum(Array.from(values, (value, at) => value * (curve[at] ?? 0)));
  const inViews = (values: ArrayLike<number>): number =>
    sum(Array.from(values, (value, cell) => value * weightOf(curve, cells, cell)));
  const [all, seen] = [listed, viewed].map(({ predicted }) =>
    totalOf(tableOf(predicted, comparison.reward), without),
  );
  const missing = (part: "positive" | "negative"): number =>
    (inLists(all?.[part] ?? []) - inViews(seen?.[part] ?? [])) / n;
  const unknown =
    inLists(totalOf(listed.counts, without).unknown) -
    inViews(totalOf(viewed.counts, without).unknown);
  return {
    predicted: { positive: missing("positive"), negative: missing("negative") },
    unknownViews: unknown / n,
  };
}

/**
 * g: what rows at the edge of the log earn by what their items earn elsewhere, those of items not known the mean of a
 * logged view; 1 where nothing is predicted.
 */
export function ratioAtEdge(
  comparison: ComparisonTables,
  policy: PolicyTables,
  { viewed }: ItemTables,
  edge: readonly number[],
  mean: SignedRate,
  without?: number,
): SignedRate {
  const curve = ownCurve(comparison, without);
  const earned = totalOf(tableOf(policy.rewards, comparison.reward), without);
  const predicted = totalOf(tableOf(viewed.predicted, comparison.reward), without);
  const { unknown } = totalOf(viewed.counts, without);
  const at = (of: (cell: number) => number): number =>
    sum(edge.map((cell) => of(cell) * weightOf(curve, policy.cells, cell)));
  const positive = at((cell) => earned.positiveSum[cell] ?? 0);
  const all = at((cell) => earned.sum[cell] ?? 0);
  const ratio = (part: keyof SignedRate, rewards: number): number => {
    const of = at((cell) => (predicted[part][cell] ?? 0) + (unknown[cell] ?? 0) * mean[part]);
    return of > 0 ? rewards / of : 1;
  };
  return {
    positive: ratio("positive", positive),
    negative: ratio("negative", Math.max(0, positive - all)),
  };
}

/** What is known of the items of missing views, all a trajectory; `mean` is that of a logged view. */
export interface KnownItems extends MissingItems {
  readonly ratio: SignedRate;
  readonly mean: SignedRate;
  /** u, and what a view of an item of which nothing is known may earn. */
  readonly views: number;
  readonly unknown: readonly [low: number, high: number];
}

/** Missing views of items not known: noise leaves neither less than none nor more than all. */
export const unknownOf = ({
  unknownViews,
  views,
}: Pick<KnownItems, "unknownViews" | "views">): number =>
  Math.min(views, Math.max(0, unknownViews));

/** By which times of the rate at the edge known items may earn less or more. */
export const timesTheEdge = [0.5, 1.5] as const;

/** What the missing views earn a trajectory: at the point, and from least to most. */
export interface EarnedByItems {
  readonly value: number;
  readonly low: number;
  readonly high: number;
  /** What is added to the point by items not known alone. */
  readonly unknownLow: number;
  readonly unknownHigh: number;
}

/**
 * Known items earn what their like do at the edge of the log, give or take a half; of the others nothing is known.
 * A prediction below 0, which is noise, has its ends the other way round.
 */
export function earnedByItems(
  { predicted, ratio, mean, unknown, ...items }: KnownItems,
  [fewer, more]: readonly [number, number] = timesTheEdge,
): EarnedByItems {
  const unknownViews = unknownOf(items);
  const [gain, loss] = [
    ratio.positive * predicted.positive,
    -ratio.negative * predicted.negative,
  ] as const;
  const ends = (by: (a: number, b: number) => number): number =>
    by(fewer * gain, more * gain) + by(fewer * loss, more * loss);
  const rate = ratio.positive * mean.positive - ratio.negative * mean.negative;
  const ofUnknown = unknownViews * Math.min(unknown[1], Math.max(unknown[0], rate));
  const [unknownLow, unknownHigh] = [unknownViews * unknown[0], unknownViews * unknown[1]];
  return {
    value: gain + loss + ofUnknown,
    low: ends(Math.min) + unknownLow,
    high: ends(Math.max) + unknownHigh,
    unknownLow: ofUnknown - unknownLow,
    unknownHigh: unknownHigh - ofUnknown,
  };
}
