import { pow } from "../../numeric/elementary/pow.js";
import type { ComparisonTables } from "../comparison-tables.js";
import { totalOf } from "../grouped-sums.js";
import { measuredCurve } from "../measured-curve.js";
import { once } from "../once.js";
import { weightAt } from "../pairs-of-ranks.js";
import { type DepthsByDay, logTotals, type PolicyTables, type RewardsByDay } from "../tables.js";
import { slopeOf } from "../view-sums.js";

/**
 * What the difference changes by where each part of the days has its own curve instead of that of all:
 * (1/n) Σ_d Σ_rs C_drs (p̂_ds/p̂_dr − p̂_s/p̂_r), on the estimator's own scale. Without a group of users only the
 * curves change.
 */
export const driftShift = (comparison: ComparisonTables, without?: number): number =>
  againstBase(comparison, without, ({ sum }) => sum).reduce((shift, each) => shift + each, 0);

/** The error that the rewards bring to the shift, each row by itself: √Σ (p̂_ds/p̂_dr − p̂_s/p̂_r)² Σc²/n. */
export const errorOfRewards = (comparison: ComparisonTables): number =>
  Math.sqrt(
    againstBase(comparison, undefined, ({ squares }) => squares, 2).reduce(
      (sum, each) => sum + Math.abs(each),
      0,
    ),
  );

/** Of the candidate and of the baseline Σ_d Σ_rs x_drs ((w_drs − w_rs)·slope/n)^power, the baseline's with −1. */
function againstBase(
  comparison: ComparisonTables,
  without: number | undefined,
  of: (rewards: RewardsByDay) => Float64Array,
  power = 1,
): readonly number[] {
  const { days } = comparison.log;
  if (days === undefined) return [];
  const curves = curvesOfDays(days, comparison.log.ranks, comparison.curve, without);
  const { n } = logTotals(comparison.log);
  const ofPolicy = (policy: PolicyTables): number => {
    const rewards = policy.days?.[comparison.reward];
    const slope = slopeOf(comparison, policy) / n;
    return rewards === undefined ? 0 : moved(rewards, of(rewards), days, curves, slope, power);
  };
  return [
    ofPolicy(comparison.policy),
    ...(comparison.base === undefined ? [] : [-ofPolicy(comparison.base)]),
  ];
}

interface Curves {
  readonly all: Float64Array;
  readonly parts: readonly Float64Array[];
}

const curvesOfDays = once(curvesOf);

/** The view rates of all days and of each part; ranks that are thin on a part take the steps of all. */
function curvesOf(
  { parts, depths }: DepthsByDay,
  ranks: number,
  study: ArrayLike<number>,
  without: number | undefined,
): Curves {
  const { trajectories, atEnd } = totalOf(depths, without);
  const views = parts.map((_, part) => viewsIn(trajectories, atEnd, part * ranks, ranks));
  const together = {
    n: views.reduce((sum, { n }) => sum + n, 0),
    views: added(views.map((view) => view.views)),
    continuable: added(views.map((view) => view.continuable)),
  };
  const all = measuredCurve(together, (rank) => study[rank - 1] ?? 0);
  return { all, parts: views.map((own) => measuredCurve(own, (rank) => all[rank - 1] ?? 0)) };
}

/** n_r = Σ_{k≥r} D_k, and of them those whose list goes on. */
function viewsIn(
  trajectories: Float64Array,
  atEnd: Float64Array,
  from: number,
  ranks: number,
): { readonly n: number; readonly views: Float64Array; readonly continuable: Float64Array } {
  const views = new Float64Array(ranks);
  const continuable = new Float64Array(ranks);
  let deeper = 0;
  for (let at = ranks - 1; at >= 0; at--) {
    deeper += trajectories[from + at] ?? 0;
    views[at] = deeper;
    continuable[at] = deeper - (atEnd[from + at] ?? 0);
  }
  return { n: deeper, views, continuable };
}

function added(lists: readonly Float64Array[]): Float64Array {
  const [first = new Float64Array(), ...others] = lists;
  return first.map((value, at) => others.reduce((sum, list) => sum + (list[at] ?? 0), value));
}

function moved(
  rewards: RewardsByDay,
  values: Float64Array,
  days: DepthsByDay,
  curves: Curves,
  slope: number,
  power: number,
): number {
  const { rank, target } = rewards.cells;
  const parts = placesOf(rewards, days);
  let sum = 0;
  for (let at = 0; at < values.length; at++) {
    const [own, shown, placed] = [curves.parts[parts[at] ?? -1], rank[at] ?? 0, target[at] ?? 0];
    if (own === undefined || shown === placed) continue;
    const moves = slope * (weightAt(own, shown, placed) - weightAt(curves.all, shown, placed));
    sum += (values[at] ?? 0) * (power === 1 ? moves : pow(moves, power));
  }
  return sum;
}

const placesOf = once(partsOf);

/** The place of each cell's part among those of the depths; −1 for a part without depths. */
function partsOf({ part }: RewardsByDay, { parts }: DepthsByDay): Int32Array {
  const place = new Map(parts.map((name, at) => [name, at]));
  return Int32Array.from(part, (name) => place.get(name) ?? -1);
}
