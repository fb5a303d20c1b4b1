import { ln } from "../numeric/elementary/ln.js";
import { pow } from "../numeric/elementary/pow.js";
import { square } from "../numeric/elementary/square.js";
import { middleOfBin, ranksApart } from "../tally/comparisons/rank-bins.js";
import { type DepthCounts, type RewardsByDepth, rewardAt, rowsAt } from "./depths.js";
import { preferenceSlope, slopeVariance } from "./preference.js";

/**
 * The rewards that the last rows of whole lists carry at a rank: so many as the rows of that rank carry on
 * average. A list's end is not the session's, so that a reward there neither ends nor prolongs it; where
 * lists are unequally long these rows stand among the last rows of sessions that stopped.
 */
export function rewardedAtEnd(depths: DepthCounts, rewards: RewardsByDepth, rank: number): number {
  const { trajectories, atEnd } = depths;
  let [views, rewarded] = [0, 0];
  for (let depth = rank; depth <= rewards.depths; depth++) {
    views += rowsAt(depths, rank, depth) * (trajectories[depth - 1] ?? 0);
    rewarded += rewardAt(rewards, rank, depth);
  }
  return views === 0 ? 0 : (rewarded / views) * (atEnd[rank - 1] ?? 0);
}

/**
 * σ = ln(rewards on last viewed rows ÷ what the rows above them predict): E C_jj = α_j D_j j^b with b and
 * α_j from rows above the last. 0 says that a reward neither ends nor prolongs the session; `D_j` counts
 * trajectories that ended before their list did. Where one side has no rewarded row and the other lets 10 or
 * more be expected there (none stands above a last row if the reward always ends the session), that side
 * counts as half a row. Not finite where fewer are to be expected.
 */
export function stopRatio(depths: DepthCounts, rewards: RewardsByDepth): number {
  const b = preferenceSlope(depths, rewards, false);
  const { seen, predicted, expectedAbove } = countsAt(b, depths, rewards);
  if (!(predicted > 0) && expectedAbove >= enoughExpected) return ln(expectedAbove / halfARow);
  return ln((predicted >= enoughExpected ? Math.max(seen, halfARow) : seen) / predicted);
}

/**
 * The variance that σ has at least, from counts of rewarded rows alone: 1/last + 1/above + (dσ/db)² Var b, where
 * a side counts as half a row or more. Of few rows a jackknife shows too little: b stays at a bound.
 */
export function stopVariance(depths: DepthCounts, rewards: RewardsByDepth): number {
  const b = preferenceSlope(depths, rewards, false);
  const { seen, above, predicted } = countsAt(b, depths, rewards);
  const counts = 1 / Math.max(halfARow, seen) + 1 / Math.max(halfARow, above);
  if (!(predicted > 0)) return counts;
  const step = 1e-4;
  const slope = ln(countsAt(b + step, depths, rewards).predicted / predicted) / step;
  return slope === 0 ? counts : counts + square(slope) * slopeVariance(b, depths, rewards, false);
}

/** Rewards on last rows and above them, and what each side predicts of the other. */
function countsAt(b: number, depths: DepthCounts, rewards: RewardsByDepth) {
  const levels = Float64Array.from({ length: rewards.depths }, (_, at) =>
    pow(middleOfBin(at + 1), b),
  );
  // A bin of ranks does not tell last rows from those above them.
  const deepest = Math.min(rewards.depths, ranksApart + 1);
  let [seen, predicted, expectedAbove, allAbove] = [0, 0, 0, 0];
  for (let rank = 1; rank < deepest; rank++) {
    let [above, exposure] = [0, 0];
    for (let depth = rank + 1; depth <= rewards.depths; depth++) {
      above += rewardAt(rewards, rank, depth);
      const rows = rowsAt(depths, rank, depth) * (depths.trajectories[depth - 1] ?? 0);
      exposure += rows * (levels[depth - 1] ?? 0);
    }
    if (exposure === 0) continue;
    const stopped = (depths.trajectories[rank - 1] ?? 0) - (depths.atEnd[rank - 1] ?? 0);
    const ended = stopped * (levels[rank - 1] ?? 0);
    const last = rewardAt(rewards, rank, rank) - rewardedAtEnd(depths, rewards, rank);
    seen += last;
    predicted += (above / exposure) * stopped * (levels[rank - 1] ?? 0);
    expectedAbove += ended > 0 ? (last / ended) * exposure : 0;
    allAbove += above;
  }
  return { seen, predicted, expectedAbove, above: allAbove };
}

/** Rewarded rows to be expected where there is none, from which on that is more than chance. */
const enoughExpected = 10;
const halfARow = 0.5;

/** Rows by rank that carry the stopping reward (1) or do not (0): at risk of stopping, and going on. */
export interface Continuations {
  readonly atRisk: readonly [unrewarded: ArrayLike<number>, rewarded: ArrayLike<number>];
  readonly goOn: readonly [unrewarded: ArrayLike<number>, rewarded: ArrayLike<number>];
}

/**
 * κ: the Mantel–Haenszel ratio, over ranks, of going on after a rewarded to after an unrewarded row. Where no
 * session goes on after an unrewarded row, half a row is taken to; 1 where no rank has rows of both kinds at
 * risk, so that nothing can be compared.
 */
export function continuationRatio({ atRisk, goOn }: Continuations): number {
  let [rewarded, unrewarded, half] = [0, 0, 0];
  for (let at = 0; at < atRisk[0].length; at++) {
    const [a0, a1] = [atRisk[0][at] ?? 0, atRisk[1][at] ?? 0];
    if (!(a0 > 0 && a1 > 0)) continue;
    half = Math.max(half, (halfARow * a1) / (a0 + a1));
    rewarded += ((goOn[1][at] ?? 0) * a0) / (a0 + a1);
    unrewarded += ((goOn[0][at] ?? 0) * a1) / (a0 + a1);
  }
  if (half === 0) return 1;
  return rewarded / (unrewarded > 0 ? unrewarded : half);
}

/** What a policy shows, by slot: the mean reward a view, and the share of views with the stopping reward. */
export interface Slots {
  readonly reward: ArrayLike<number>;
  readonly stopping: ArrayLike<number>;
  /** How many slots, one below the other, are alike in this; 1 without it. */
  readonly slots?: ArrayLike<number>;
}

/**
 * The value of a policy where the stopping reward changes the chance of going on by κ:
 * V = Σ_s q_s Π_{j<s} g⁰_j (1 − ρ_j(1 − κ)). `goOn` holds g⁰_j, the chance after an unrewarded row.
 */
export function cascadeValue(
  { reward, stopping, slots }: Slots,
  goOn: ArrayLike<number>,
  kappa: number,
): number {
  let [value, reach] = [0, 1];
  for (let slot = 0; slot < reward.length; slot++) {
    const goesOn = (goOn[slot] ?? 0) * (1 - (stopping[slot] ?? 0) * (1 - kappa));
    for (let each = 0; each < (slots?.[slot] ?? 1); each++) {
      value += (reward[slot] ?? 0) * reach;
      reach *= goesOn;
    }
  }
  return value;
}

/**
 * What a difference under the position-based model shifts by where a reward ends sessions:
 * [V(target) − V(logged)] less the same with the pooled rates g_j, by a model of independent slots.
 */
export function cascadeShift(
  logged: Slots,
  target: Slots,
  pooled: ArrayLike<number>,
  kappa: number,
): number {
  const unrewarded = Float64Array.from(pooled, (rate, slot) =>
    Math.min(1, Math.max(0, rate / (1 - (logged.stopping[slot] ?? 0) * (1 - kappa)))),
  );
  const cascade = cascadeValue(target, unrewarded, kappa) - cascadeValue(logged, unrewarded, kappa);
  return cascade - (cascadeValue(target, pooled, 1) - cascadeValue(logged, pooled, 1));
}
