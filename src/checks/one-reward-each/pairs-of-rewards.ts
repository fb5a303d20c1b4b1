import { square } from "../../numeric/elementary/square.js";
import { sum } from "../../numeric/sum.js";
import type { Comparison } from "../comparison.js";
import { totalOf } from "../grouped-sums.js";
import { type JackknifeEstimate, jackknife, withVariance } from "../jackknife.js";
import { logTotals, type PolicyTables, tableOf } from "../tables.js";

export interface PairsOfRewards {
  /** Pairs of rows of one trajectory that both have the reward: counted, and expected of independent rows. */
  readonly found: number;
  readonly expected: number;
  /** Found less expected, a trajectory. */
  readonly excess: JackknifeEstimate;
}

/**
 * How many pairs of rewards the trajectories hold, and how many they would hold if rows of a rank and a final depth
 * were rewarded independently of each other, X_rk of D_k:
 *
 *     Σ_k ((Σ_r X_rk)² − Σ_r X_rk²)/(2 D_k)
 *
 * Trajectories that differ in how much they earn only add to what is found. Undefined where the tally does not count
 * pairs, and where the baseline is not the log.
 */
export function pairsOfRewards(comparison: Comparison): PairsOfRewards | undefined {
  const { log, base, reward } = comparison;
  const { pairs } = tableOf(log.rewards, reward);
  if (pairs === undefined || !(base === undefined || isAsLogged(base))) return undefined;
  const found = (without?: number): number => sum(totalOf(pairs, without).pairs);
  const { n } = logTotals(log);
  const expected = ifIndependent(comparison);
  const excess = jackknife(
    log.trajectories.length,
    (without) => (found(without) - ifIndependent(comparison, without)) / logTotals(log, without).n,
  );
  // Of few pairs the counts alone vary by their root.
  return { found: found(), expected, excess: withVariance(excess, expected / square(n)) };
}

function ifIndependent({ log, reward }: Comparison, without?: number): number {
  const { trajectories } = logTotals(log, without).depths;
  const { rewarded } = totalOf(tableOf(log.rewards, reward).byDepth, without);
  let pairs = 0;
  for (let depth = 1; depth <= log.ranks; depth++) {
    const count = trajectories[depth - 1] ?? 0;
    if (!(count > 0)) continue;
    const cells = rewarded.subarray((depth - 1) * log.ranks, depth * log.ranks);
    const squares = cells.reduce((total, cell) => total + cell * cell, 0);
    pairs += (square(sum(cells)) - squares) / (2 * count);
  }
  return pairs;
}

/** Whether a policy places every viewed row where the log showed it. */
const isAsLogged = ({ cells, rows }: PolicyTables): boolean =>
  totalOf(rows).rows.every((count, cell) => count === 0 || cells.rank[cell] === cells.target[cell]);
