import { square } from "../../numeric/elementary/square.js";
import { sum } from "../../numeric/sum.js";
import type { Comparison } from "../comparison.js";
import { totalOf } from "../grouped-sums.js";
import { weightOf } from "../pairs-of-ranks.js";
import type { DepthsByDay, RewardsByDay } from "../tables.js";
import { type Gain, policiesOf, slopeOf, valueOfBase, valueWith } from "../view-sums.js";

/** What a comparison is by the days before a fall of the rewards. */
export interface Early {
  /** What leaving out the days from the fall on shifts the difference by, and the value of the baseline. */
  readonly shift: number;
  readonly ofBase: number;
  /** The share of the trajectories that is left. */
  readonly share: number;
}

/** The difference by rewards of the first parts of the days, whose weights and views are taken to be those of all days. */
export function earlyDays(
  comparison: Comparison,
  { parts, depths }: DepthsByDay,
  before: number,
): Early {
  const { trajectories } = totalOf(depths);
  const n = sum(trajectories);
  const early = sum(trajectories.subarray(0, before * comparison.log.ranks));
  const isEarly = new Set(parts.slice(0, before));
  const gain: Gain = (policy) => {
    const rewards = (policy ?? comparison.policy).days?.[comparison.reward];
    if (rewards === undefined) return 0;
    const { all, first } = rewardsOf(comparison, rewards, policy === undefined, isEarly);
    return first / early - all / n;
  };
  const ofBase = valueWith(comparison, comparison.base, gain);
  const difference = valueWith(comparison, comparison.policy, gain) - ofBase;
  const base = valueOfBase(comparison);
  return {
    shift: difference - (valueWith(comparison, comparison.policy, () => 0) - base),
    ofBase: ofBase - base,
    share: early / n,
  };
}

/** Σ c·w of a policy over all days and over the first ones. */
function rewardsOf(
  { curve }: Comparison,
  { cells, part, sum: rewards }: RewardsByDay,
  isLogged: boolean,
  isEarly: ReadonlySet<number>,
): { readonly all: number; readonly first: number } {
  let [all, first] = [0, 0];
  for (let cell = 0; cell < rewards.length; cell++) {
    const earned = (rewards[cell] ?? 0) * (isLogged ? 1 : weightOf(curve, cells, cell));
    all += earned;
    if (isEarly.has(part[cell] ?? 0)) first += earned;
  }
  return { all, first };
}

/** How many times the variance of the difference is what its rewards would bring as rows of their own; at least 1. */
export function designOf(comparison: Comparison): number {
  const { trajectories } = totalOf(comparison.log.depths);
  const n = sum(trajectories);
  const variances = policiesOf(comparison).map((policy) => {
    const rewards = policy.days?.[comparison.reward];
    if (rewards === undefined) return 0;
    const slope = slopeOf(comparison, policy) / n;
    return rewards.squares.reduce(
      (total, squares, cell) =>
        total + squares * square(slope * (weightOf(comparison.curve, rewards.cells, cell) - 1)),
      0,
    );
  });
  const plain = sum(variances);
  return plain > 0 ? Math.max(1, square(comparison.se) / plain) : 1;
}
