import { sum } from "../numeric/sum.js";
import type { ComparisonTables } from "./comparison-tables.js";
import { totalOf } from "./grouped-sums.js";
import { kept } from "./jackknife.js";
import { ownCurve } from "./log-curve.js";
import { weightOf } from "./pairs-of-ranks.js";
import type { PolicyTables } from "./tables.js";
import { tableOf } from "./tables.js";

/**
 * What views at the edge of the log earn: those that the policy shows and the logging policy nearly did not. Views
 * that the log lacks are taken to earn about as much.
 */
export interface EdgeRate {
  /** By which rank or weight the edge begins; its views are that rank's and deeper ones, or of such a weight or more. */
  readonly from: number;
  /** Its share of the policy's views that the log holds. */
  readonly share: number;
  /** Rows at the edge with a reward. */
  readonly rewarded: number;
  /** Its cells in the policy's tables. */
  readonly cells: readonly number[];
  /** The mean of the positive and of the negative part of the reward a view, of all groups or without one. */
  readonly rateOf: (without?: number) => SignedRate;
}

/** A reward a view is `positive` less `negative`; both are 0 or more. */
export interface SignedRate {
  readonly positive: number;
  readonly negative: number;
}

/** The edge is so much of the policy's views, or more: until so many of its rows are rewarded. */
const leastShare = 0.25;
export const leastRewarded = 30;

/**
 * The edge of a policy's views: the deepest displayed ranks, or the largest weights, that are a quarter of its views
 * and hold 30 rewarded rows. All of its views where these hold fewer. Views count by the log's own curve,
 * w = p̂_s/p̂_r, and the edge stays where it is when a group is left out.
 */
export function edgeRate(comparison: ComparisonTables, policy: PolicyTables): EdgeRate {
  const { cells } = policy;
  const placeOf = (cell: number): number => (cells.weight ?? cells.rank)[cell] ?? 0;
  const { rewarded } = totalOf(tableOf(policy.rewards, comparison.reward));
  const { rows } = totalOf(policy.rows);
  const curve = ownCurve(comparison);
  const views = rows.map((count, cell) => count * weightOf(curve, cells, cell));
  const shown = Array.from(views.keys()).filter((cell) => (views[cell] ?? 0) > 0);
  const { from, share, count } = edgeOf(
    shown.map((cell) => ({
      place: placeOf(cell),
      views: views[cell] ?? 0,
      rewarded: rewarded[cell] ?? 0,
    })),
  );
  const edge = shown.filter((cell) => placeOf(cell) >= from);
  return {
    from,
    share,
    rewarded: count,
    cells: edge,
    rateOf: kept((without) => rateIn(comparison, policy, edge, without)),
  };
}

interface ShownCell {
  readonly place: number;
  readonly views: number;
  readonly rewarded: number;
}

/** From which place on, the largest first, cells are the edge. */
function edgeOf(cells: readonly ShownCell[]): {
  readonly from: number;
  readonly share: number;
  readonly count: number;
} {
  const all = sum(cells.map(({ views }) => views));
  const byPlace = cells.toSorted((a, b) => b.place - a.place);
  let [views, count, from] = [0, 0, Number.POSITIVE_INFINITY];
  for (const cell of byPlace) {
    const isEnough = views >= leastShare * all && count >= leastRewarded;
    if (isEnough && cell.place < from) break;
    views += cell.views;
    count += cell.rewarded;
    from = cell.place;
  }
  return { from, share: all > 0 ? views / all : 0, count };
}

function rateIn(
  comparison: ComparisonTables,
  policy: PolicyTables,
  edge: readonly number[],
  without?: number,
): SignedRate {
  const { reward } = comparison;
  const curve = ownCurve(comparison, without);
  const rows = totalOf(policy.rows, without).rows;
  const sums = totalOf(tableOf(policy.rewards, reward), without);
  let [views, positive, all] = [0, 0, 0];
  for (const cell of edge) {
    const weight = weightOf(curve, policy.cells, cell);
    views += (rows[cell] ?? 0) * weight;
    positive += (sums.positiveSum[cell] ?? 0) * weight;
    all += (sums.sum[cell] ?? 0) * weight;
  }
  if (!(views > 0)) return { positive: 0, negative: 0 };
  return { positive: positive / views, negative: Math.max(0, positive - all) / views };
}
