import { square } from "../numeric/elementary/square.js";
import { type EdgeRate, edgeRate, leastRewarded, type SignedRate } from "./edge-rate.js";
import { totalOf } from "./grouped-sums.js";
import {
  earnedByItems,
  type KnownItems,
  missingItems,
  ratioAtEdge,
  unknownOf,
} from "./known-items.js";
import type { Line, LineTables, Widening } from "./line.js";
import { type AssumedReward, assumedReward } from "./missing-views.js";
import { sum, tableOf } from "./reading.js";
import { type Support, supportOf } from "./seen-missing.js";
import { kept, reestimated } from "./shifted-by.js";
import { logTotals, type PolicyTables } from "./tables.js";
import { type Added, type ByReward, byReward } from "./turns.js";
import { lineUnder, shiftOfMissing } from "./view-sums.js";

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
  line: LineTables,
  policy: PolicyTables,
  support: Pick<Support, "seen" | "seenOf">,
): MissingRewards {
  const edge = edgeRate(line, policy);
  const { unlogged = {} } = line;
  const isOfEdge = "times" in unlogged;
  const known =
    edge.rewarded >= leastRewarded ? knownItems(line, policy, edge, support) : undefined;
  const unknownViews = known === undefined ? support.seen : unknownOf(known());
  if (known !== undefined && line.unlogged === undefined) return likeTheEdge(line, edge, known);
  const anchored = anchoredAt(edge, known);
  if (isOfEdge && edge.rewarded >= leastRewarded)
    return { ...timesTheEdge(line, anchored, unlogged.times), unknownViews };
  const { min, max } = isOfEdge ? {} : unlogged;
  const isDeclared = min !== undefined || max !== undefined;
  const ceiling = unknownRewards(line);
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
  line: LineTables,
  edge: EdgeRate,
  [fewer, more]: readonly [number, number],
): Omit<MissingRewards, "unknownViews"> {
  const { least, most } = tableOf(line.log.rewards, line.reward);
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
  line: LineTables,
  policy: PolicyTables,
  edge: EdgeRate,
  { seen, seenOf }: Pick<Support, "seen" | "seenOf">,
): KnownOf | undefined {
  const { items } = policy;
  if (items === undefined || seen === 0) return undefined;
  const { lo, hi } = unknownRewards(line);
  const { positive, negative, views } = averageRewards(line);
  const mean = { positive: positive / views, negative: negative / views };
  return kept((without) => ({
    ...missingItems(line, policy, items, without),
    ratio: ratioAtEdge(line, policy, items, edge.cells, mean, without),
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
function likeTheEdge(line: LineTables, edge: EdgeRate, known: KnownOf): MissingRewards {
  const { least, most } = tableOf(line.log.rewards, line.reward);
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
function unknownRewards(line: LineTables): AssumedReward {
  const { least, most } = tableOf(line.log.rewards, line.reward);
  const { positive, negative, views } = averageRewards(line);
  const [meanPositive, meanNegative] = [positive / views, negative / views];
  return assumedReward({ least, most, meanPositive, meanNegative });
}

/** The rewards of all views of the log. */
function averageRewards(line: LineTables): SignedRate & { readonly views: number } {
  const totals = totalOf(tableOf(line.log.rewards, line.reward).byDepth);
  const views = sum(logTotals(line.log).views.views);
  const positive = sum(totals.positiveSum);
  return { positive, negative: positive - sum(totals.sum), views };
}

/** What the log lacks of a line's views, and the set of differences that this leaves possible. */
export interface MissingOfLine extends Widening {
  readonly candidate: MissingOfPolicy;
  /** Of a baseline that is not the logging policy. */
  readonly base?: MissingOfPolicy;
  /** The difference, and its error, where missing views are left out. */
  readonly without: Pick<Line, "difference" | "se">;
  /** From the difference where missing views earn nothing to that where they earn what their like do. */
  readonly shift: number;
  /** The same of all groups or without one. */
  readonly shiftOf: (without?: number) => number;
  /** The standard error at the point by that where missing views earn nothing. */
  readonly spread: number;
  /**
   * The difference where the candidate's missing views earn m each is none + one·m, with second moments in squares
   * of the standard error where they earn nothing.
   */
  readonly byReward: ByReward & { readonly atNothing: number };
  /** Whether an end of the set follows from a ceiling alone. */
  readonly open: { readonly low: boolean; readonly high: boolean };
}

interface MissingOfPolicy {
  readonly support: Support;
  readonly rewards: MissingRewards;
}

/** What a line's missing views may make of its difference, that where they earn nothing; undefined where none is seen to be missing. */
function missingOf(line: Line): MissingOfLine | undefined {
  const candidate = partOf(line, line.policy);
  const base = line.base && partOf(line, line.base);
  if (candidate.support.seen === 0 && (base === undefined || base.support.seen === 0))
    return undefined;
  const shiftOf = (own: Rate, other: Rate, without?: number): number =>
    candidate.shiftOf(own, without) - (base?.shiftOf(other, without) ?? 0);
  const at = (own: Rate, other: Rate) =>
    reestimated(
      line,
      (without) => lineUnder(line, line.curve, without) + shiftOf(own, other, without),
    );
  const point = at("rateOf", "rateOf");
  const [low, high] = [at("lowOf", "highOf"), at("highOf", "lowOf")];
  const spreadOf = (se: number, by: number): number => (by > 0 ? se / by : 1);
  return {
    candidate,
    ...(base && { base }),
    without: { difference: line.difference, se: line.se },
    shift: point.shift.value,
    shiftOf: (without) => shiftOf("rateOf", "rateOf", without),
    below: Math.max(0, point.difference - low.difference),
    above: Math.max(0, high.difference - point.difference),
    spread: spreadOf(point.se, line.se),
    spreads: [spreadOf(low.se, point.se), spreadOf(high.se, point.se)],
    byReward: {
      ...byReward(line, candidate.addedOf),
      atNothing: line.difference + candidate.addedOf().none - (base?.addedOf().none ?? 0),
    },
    open: {
      low: isOpen(candidate, "low") || (base !== undefined && isOpen(base, "high")),
      high: isOpen(candidate, "high") || (base !== undefined && isOpen(base, "low")),
    },
  };
}

/** A line whose missing views earn nothing, with these at the rate of their like. */
export function withMissing(line: Line): Line {
  const missing = missingOf(line);
  if (missing === undefined) return line;
  const { shift, spread } = missing;
  return { ...line, difference: line.difference + shift, se: line.se * spread, missing };
}

/** The line as the study has it, its missing views earning nothing: what `withMissing` was given. */
export function atNothing({ study, missing, readings, ...line }: Line): Line {
  const { difference, se } = (study?.missing ?? missing)?.without ?? study ?? line;
  return { ...line, difference, se };
}

/** What is missing of a line whose difference is moved, its error stretched: by another reading, or against a margin. */
export function movedBy(missing: MissingOfLine, by: number, stretched: number): MissingOfLine {
  if (by === 0 && stretched === 1) return missing;
  const { without, byReward } = missing;
  const { none, one, atNothing, moments } = byReward;
  const [v0, v01, v1] = moments;
  return {
    ...missing,
    without: { difference: without.difference + by, se: without.se * stretched },
    byReward: {
      none: none + by,
      one,
      atNothing: atNothing + by,
      moments: [v0 * square(stretched), v01 * stretched, v1],
    },
  };
}

const isOpen = ({ support, rewards }: MissingOfPolicy, end: "low" | "high"): boolean =>
  support.seen > 0 && rewards.open[end];

type Rate = "rateOf" | "lowOf" | "highOf";

interface PartOfLine extends MissingOfPolicy {
  readonly addedOf: Added;
  readonly shiftOf: (rate: Rate, without?: number) => number;
}

function partOf(line: Line, policy: PolicyTables): PartOfLine {
  const support = supportOf(line, policy);
  const rewards = missingRewards(line, policy, support);
  const addedOf: Added = kept((without) =>
    shiftOfMissing(line, policy, support.seenOf(without), without),
  );
  const shiftOf: PartOfLine["shiftOf"] = (rate, without) => {
    if (support.seen === 0) return 0;
    const { none, one } = addedOf(without);
    return none + one * rewards[rate](without);
  };
  return { support, rewards, addedOf, shiftOf };
}
