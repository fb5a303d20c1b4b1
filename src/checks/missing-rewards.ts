import { sum } from "../numeric/sum.js";
import type { ComparisonTables } from "./comparison-tables.js";
import { type EdgeRate, edgeRate, leastRewarded, type SignedRate } from "./edge-rate.js";
import { totalOf } from "./grouped-sums.js";
import { kept } from "./jackknife.js";
import {
  earnedByItems,
  type KnownItems,
  missingItems,
  ratioAtEdge,
  unknownOf,
} from "./known-items.js";
import { type AssumedReward, assumedReward, type Support } from "./missing-views.js";
import { logTotals, type PolicyTables, tableOf } from "./tables.js";

/** What the missing views of a policy are taken to earn each. */
export interface MissingRewards {
  readonly edge: EdgeRate;
  /** By what the range is given. */
  readonly assumed: "declared" | "timesTheEdge" | "unknownItems" | "likeTheEdge" | "mixed";
  /** How many of them, a trajectory, are of items not known: all, where nobody knows which items they are. */
  readonly unknownViews: number;
  /** At the point, and at both ends of the range: of all groups or without one. */
  readonly rateOf: (without?: number) => number;
  readonly lowOf: (without?: number) => number;
  readonly highOf: (without?: number) => number;
  /** Whether an end follows from no more than a ceiling: how many times the average a view is assumed to earn. */
  readonly open: { readonly low: boolean; readonly high: boolean };
}

/**
 * The rewards of a policy's missing views. At the point they earn what views at the edge of the log do, within the
 * range; the range is what the study declares, by default that of items of which nothing is known. Times of the edge are
 * of no use where too few of its rows are rewarded: nothing is then known of the items.
 */
export function missingRewards(
  comparison: ComparisonTables,
  policy: PolicyTables,
  support: Pick<Support, "seen" | "seenOf">,
): MissingRewards {
  const edge = edgeRate(comparison, policy);
  const { unlogged = {} } = comparison;
  const isOfEdge = "times" in unlogged;
  const known =
    edge.rewarded >= leastRewarded ? knownItems(comparison, policy, edge, support) : undefined;
  const unknownViews = known === undefined ? support.seen : unknownOf(known());
  if (known !== undefined && comparison.unlogged === undefined)
    return likeTheEdge(comparison, edge, known);
  const anchored = anchoredAt(edge, known);
  if (isOfEdge && edge.rewarded >= leastRewarded)
    return { ...timesTheEdge(comparison, anchored, unlogged.times), unknownViews };
  const { min, max } = isOfEdge ? {} : unlogged;
  const isDeclared = min !== undefined || max !== undefined;
  const ceiling = unknownRewards(comparison);
  const low = min ?? Math.min(ceiling.lo, max ?? 0);
  const high = max ?? Math.max(ceiling.hi, min ?? 0);
  const rateOf = (without?: number): number =>
    isDeclared && edge.rewarded === 0
      ? (low + high) / 2
      : within(netOf(anchored.rateOf(without)), low, high);
  return {
    edge: anchored,
    unknownViews,
    assumed: isDeclared ? "declared" : "unknownItems",
    rateOf,
    lowOf: () => low,
    highOf: () => high,
    open: { low: min === undefined && low < 0, high: max === undefined },
  };
}

function timesTheEdge(
  comparison: ComparisonTables,
  edge: EdgeRate,
  [fewer, more]: readonly [number, number],
): Omit<MissingRewards, "unknownViews"> {
  const { least, most } = tableOf(comparison.log.rewards, comparison.reward);
  const [low, high] = [Math.min(0, least), Math.max(0, most)];
  const at = (up: number, down: number, without?: number): number => {
    const { positive, negative } = edge.rateOf(without);
    return within(up * positive - down * negative, low, high);
  };
  return {
    edge,
    assumed: "timesTheEdge",
    rateOf: (without) => at(1, 1, without),
    lowOf: (without) => at(fewer, more, without),
    highOf: (without) => at(more, fewer, without),
    open: { low: false, high: false },
  };
}

/** What is known of the items of the missing views: of all groups or without one. */
type KnownOf = (without?: number) => KnownItems;

function knownItems(
  comparison: ComparisonTables,
  policy: PolicyTables,
  edge: EdgeRate,
  { seen, seenOf }: Pick<Support, "seen" | "seenOf">,
): KnownOf | undefined {
  const { items } = policy;
  if (items === undefined || seen === 0) return undefined;
  const { lo, hi } = unknownRewards(comparison);
  const { positive, negative, views } = averageRewards(comparison);
  const mean = { positive: positive / views, negative: negative / views };
  return kept((without) => ({
    ...missingItems(comparison, policy, items, without),
    ratio: ratioAtEdge(comparison, policy, items, edge.cells, mean, without),
    mean,
    views: seenOf(without),
    unknown: [lo, hi],
  }));
}

/** The edge, with the rate that items known to the log have at it. */
function anchoredAt(edge: EdgeRate, known: KnownOf | undefined): EdgeRate {
  if (known === undefined) return edge;
  return {
    ...edge,
    rateOf: (without) => {
      const { ratio, mean, predicted, views, ...items } = known(without);
      const unknown = unknownOf({ ...items, views });
      const of = (part: keyof SignedRate): number =>
        Math.max(0, ratio[part] * (predicted[part] + unknown * mean[part])) / views;
      return { positive: of("positive"), negative: of("negative") };
    },
  };
}

/** Items that the log knows earn half of what their like do at its edge to half more; the others what is possible. */
function likeTheEdge(comparison: ComparisonTables, edge: EdgeRate, known: KnownOf): MissingRewards {
  const { least, most } = tableOf(comparison.log.rewards, comparison.reward);
  const [low, high] = [Math.min(0, least), Math.max(0, most)];
  const at = (end: "value" | "low" | "high", without?: number): number => {
    const items = known(without);
    return within(earnedByItems(items)[end] / items.views, low, high);
  };
  const items = known();
  const earned = earnedByItems(items);
  const unknownViews = unknownOf(items);
  const hasKnown = unknownViews < items.views * (1 - 1e-9); // both are sums of doubles
  return {
    edge,
    unknownViews,
    assumed: unknownViews === 0 ? "likeTheEdge" : hasKnown ? "mixed" : "unknownItems",
    rateOf: (without) => at("value", without),
    lowOf: (without) => at("low", without),
    highOf: (without) => at("high", without),
    open: {
      low: low < 0 && 2 * earned.unknownLow > earned.value - earned.low,
      high: 2 * earned.unknownHigh > earned.high - earned.value,
    },
  };
}

const netOf = ({ positive, negative }: SignedRate): number => positive - negative;

const within = (value: number, low: number, high: number): number =>
  Math.min(high, Math.max(low, value));

/** What a view of an item of which the log knows nothing may earn: up to ten times the average view. */
function unknownRewards(comparison: ComparisonTables): AssumedReward {
  const { least, most } = tableOf(comparison.log.rewards, comparison.reward);
  const { positive, negative, views } = averageRewards(comparison);
  const [meanPositive, meanNegative] = [positive / views, negative / views];
  return assumedReward({ least, most, meanPositive, meanNegative });
}

/** The rewards of all views of the log. */
function averageRewards(comparison: ComparisonTables): SignedRate & { readonly views: number } {
  const totals = totalOf(tableOf(comparison.log.rewards, comparison.reward).byDepth);
  const views = sum(logTotals(comparison.log).views.views);
  const positive = sum(totals.positiveSum);
  return { positive, negative: positive - sum(totals.sum), views };
}
