import { blurOf } from "./deep-ranks.js";
import type { JackknifeEstimate } from "./jackknife.js";
import { weightAt } from "./pairs-of-ranks.js";

/** What of a target policy's views the log holds. */
export interface MissingViews {
  /** B_s: views at target slot s that logged items fill, a trajectory. */
  readonly filled: Float64Array;
  /** u_s = V_s − B_s: views at slot s of items that the log does not hold. */
  readonly bySlot: Float64Array;
  /** u = Σu_s. */
  readonly missing: number;
  /** What part of the expected views that is. */
  readonly share: number;
  /** By how much bins of ranks leave B_s open; 0 at slots that no row beyond rank 512 fills. */
  readonly open: Float64Array;
}

/** How many views of the candidate the log does not hold, and how many of them are seen to be missing. */
export interface Support {
  /** u, with its error. */
  readonly missing: JackknifeEstimate;
  /** What part of the candidate's views u is, seen or not. */
  readonly share: number;
  /** u*: what is established to be missing, as a whole, else at the slots where it is; 0 where nothing is. */
  readonly seen: number;
  readonly seenSe: number;
  /** The same with a group left out. */
  readonly seenOf: (without?: number) => number;
  /** The slot that lacks the largest share of its views, 1-based, and how much of it is filled. */
  readonly slot: number;
  readonly filled: number;
  readonly viewsPerTrajectory: number;
  /** By how much bins of ranks beyond 512 leave u open. */
  readonly open: number;
}

/**
 * The views of the target policy that the log does not hold: B_s = (1/n) Σ_r N_rs p̂_s/p̂_r and
 * u_s = V_s − B_s with the log's own curve p̂, so that u asks only which slots are filled. For a permutation
 * of logged items u is 0 exactly. `expected` holds V_s, views a trajectory at slot s under the target.
 */
export function missingViews(
  curve: ArrayLike<number>,
  placed: { readonly rank: ArrayLike<number>; readonly target: ArrayLike<number> },
  rows: ArrayLike<number>,
  n: number,
  expected: ArrayLike<number>,
): MissingViews {
  const filled = new Float64Array(expected.length);
  const open = new Float64Array(expected.length);
  for (let cell = 0; cell < rows.length; cell++) {
    const slot = (placed.target[cell] ?? 0) - 1;
    if (slot < 0 || slot >= filled.length) continue;
    const rank = placed.rank[cell] ?? 0;
    const views = ((rows[cell] ?? 0) * weightAt(curve, rank, slot + 1)) / n;
    filled[slot] = (filled[slot] ?? 0) + views;
    open[slot] = (open[slot] ?? 0) + views * blurOf(curve, rank, slot + 1);
  }
  const bySlot = filled.map((views, slot) => (expected[slot] ?? 0) - views);
  return { filled, bySlot, open, ...totalOf(bySlot, expected) };
}

/**
 * The same of a policy by exposures, which has no slots: u = μ − (1/n) Σ w, where μ are the views that the
 * policy has.
 */
export function missingByWeight(
  weight: ArrayLike<number>,
  rows: ArrayLike<number>,
  n: number,
  expected: number,
): MissingViews {
  let filled = 0;
  for (let cell = 0; cell < rows.length; cell++) {
    filled += ((rows[cell] ?? 0) * (weight[cell] ?? 0)) / n;
  }
  const missing = expected - filled;
  const share = expected > 0 ? missing / expected : 0;
  return {
    filled: Float64Array.of(filled),
    bySlot: Float64Array.of(missing),
    open: new Float64Array(1),
    missing,
    share,
  };
}

function totalOf(
  bySlot: Float64Array,
  expected: ArrayLike<number>,
): Pick<MissingViews, "missing" | "share"> {
  const missing = bySlot.reduce((sum, part) => sum + part, 0);
  const all = Array.from(expected).reduce((sum, part) => sum + part, 0);
  return { missing, share: all > 0 ? missing / all : 0 };
}

/** The range of rewards that a missing view is assumed to earn. */
export interface AssumedReward {
  readonly lo: number;
  readonly hi: number;
}

/** How many times the average view an unlogged one is assumed to earn at most, by default. */
export const timesTheAverage = 10;

/**
 * c_hi = min(max c, 10·c̄⁺) and c_lo = −min(−min c, 10·c̄⁻), where c̄⁺ and c̄⁻ are the means of the
 * positive and the negative part of the reward a logged view. For rewards in {0, 1} with a mean above 0.1
 * that is the worst case.
 */
export function assumedReward(of: {
  readonly least: number;
  readonly most: number;
  readonly meanPositive: number;
  readonly meanNegative: number;
}): AssumedReward {
  const hi = Math.min(Math.max(0, of.most), timesTheAverage * of.meanPositive);
  const lo = -Math.min(Math.max(0, -of.least), timesTheAverage * of.meanNegative);
  return { lo: lo === 0 ? 0 : lo, hi };
}
