import { hypot, square } from "../../numeric/index.js";
import { totalOf } from "../grouped-sums.js";
import { jackknife } from "../jackknife.js";
import type { Line } from "../line.js";
import { sum, tableOf } from "../reading.js";
import { logTotals, type PolicyTables } from "../tables.js";

export interface PairsOfRewards {
  /** Pairs of rewards in one trajectory, in rewards of the mean size: found, and expected of independent rows. */
  readonly found: number;
  readonly expected: number;
  /** Of found less expected. */
  readonly t: number;
  readonly df: number;
}

/**
 * How many pairs of rewards the trajectories hold, from the variance of what clusters of users earn, and how many
 * they would hold if rows of a rank and a final depth were rewarded independently of each other:
 *
 *     E Z² − E Σc²,  with Var Z = E Σc² − (1/n) Σ_rk C_rk²/D_k + (1/n) Σ_k D_k (M_k − M)²,  M_k = Σ_r C_rk/D_k
 *
 * Users who differ in how much they earn only add to what is found. Undefined where the line does not hold what
 * clusters earn as logged, or rewards may be negative.
 */
export function pairsOfRewards(line: Line): PairsOfRewards | undefined {
  const { clusters, log } = line;
  const earned = clusters?.baseSums;
  const own = tableOf(log.rewards, line.reward);
  const isOfLog = line.base === undefined || isAsLogged(line.base);
  if (clusters === undefined || earned === undefined || earned.length < 3) return undefined;
  if (own.least < 0 || !isOfLog || !isPerTrajectory(line)) return undefined;
  const n = sum(clusters.sizes);
  const df = earned.length - 1;
  const squared = earned.map((each) => each * each);
  const total = sum(squared);
  const variance = ((df + 1) / df) * (total / n);
  const spread = sum(squared.map((each) => square(each - total / (df + 1))));
  const error = Math.sqrt(((df + 1) / df) * spread) / n;
  const { independent, squares, mean, size } = ifIndependent(line);
  const groups = log.trajectories.length;
  const isSample = sum(log.trajectories) < 0.999 * n;
  const ofSample = isSample
    ? jackknife(groups, (without) => ifIndependent(line, without).independent).se
    : 0;
  const se = hypot(error, ofSample);
  const pairs = (variance: number): number =>
    (n * (variance + square(mean) - squares)) / 2 / square(size);
  const t = se > 0 ? (variance - independent) / se : 0;
  return { found: Math.max(0, pairs(variance)), expected: pairs(independent), t, df };
}

/** The variance of what a trajectory earns if its rows were independent, E Σc², the mean, and the mean reward of a row. */
function ifIndependent(line: Line, without?: number) {
  const { log, policy } = line;
  const { n, depths } = logTotals(log, without);
  const { sum: sums, rewarded } = totalOf(tableOf(log.rewards, line.reward).byDepth, without);
  const squares = sum(totalOf(tableOf(policy.rewards, line.reward), without).squares) / n;
  const mean = sum(sums) / n;
  let [within, between] = [0, 0];
  for (let depth = 1; depth <= log.ranks; depth++) {
    const count = depths.trajectories[depth - 1] ?? 0;
    if (!(count > 0)) continue;
    const cells = sums.subarray((depth - 1) * log.ranks, depth * log.ranks);
    within += cells.reduce((total, each) => total + each * each, 0) / (count * n);
    between += (count * square(sum(cells) / count - mean)) / n;
  }
  return {
    independent: squares - within + between,
    squares,
    mean,
    size: sum(sums) / sum(rewarded),
  };
}

/** Whether the line is of rewards a trajectory: only then clusters bring what they earn. */
const isPerTrajectory = ({ worth }: Line): boolean =>
  worth({ reward: 1, weight: 2, views: 2 }, { views: 0, reward: 0 }) === 1;

/** Whether a policy places every viewed row where the log showed it. */
const isAsLogged = ({ cells, rows }: PolicyTables): boolean =>
  totalOf(rows).rows.every((count, cell) => count === 0 || cells.rank[cell] === cells.target[cell]);
