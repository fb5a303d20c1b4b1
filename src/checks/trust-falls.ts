import type { ViewSums } from "../estimators/estimator.js";
import { pow } from "../numeric/elementary/pow.js";
import { middleOfBin } from "../tally/comparisons/rank-bins.js";
import type { Comparison } from "./comparison.js";
import type { ComparisonTables } from "./comparison-tables.js";
import { trigger } from "./decision-of.js";
import { totalOf } from "./grouped-sums.js";
import { jackknife, kept } from "./jackknife.js";
import { weightOf } from "./pairs-of-ranks.js";
import { type Reestimate, shiftedBy } from "./shifted-by.js";
import { logTotals, type PolicyTables, tableOf } from "./tables.js";
import { policiesOf, shifted, viewSums } from "./view-sums.js";
import { withRewards } from "./with-rewards.js";

/** Falls that are tried: the share by which the rewards of a view are smaller from one rank to the next. */
const step = 0.0025;
export const mostFall = 0.15;

/** The smallest fall at which a comparison's verdict changes, and what the comparison is there; undefined where none up to `most` changes it. */
export function lostAt(
  comparison: Comparison,
  most: number = mostFall,
): { readonly fall: number; readonly found: Reestimate } | undefined {
  const alternative = alternativeOfFalls(comparison);
  for (let at = 1; ; at++) {
    const fall = at * step < most - step / 2 ? at * step : most;
    const reestimate = alternative(fall);
    if (!reestimate.holds) return { fall, found: reestimate };
    if (fall === most) return undefined;
  }
}

/** What a fall changes in a policy's sums. */
interface Moves {
  readonly sums: ViewSums;
  /** (1/n) Σ C_rs p_s/p_r by how many ranks an item is moved down. */
  readonly earned: ReadonlyMap<number, number>;
}

/**
 * The comparison where the rewards of a view fall by a share δ from each rank to the next, whatever is shown there: with
 * Σ C_rs (p_s/p_r)(1 − δ)^(s − r) in place of Σ C_rs p_s/p_r.
 */
export function alternativeOfFalls(comparison: Comparison): (fall: number) => Reestimate {
  const difference = differenceUnderFalls(comparison);
  return (fall) => shiftedBy(comparison, difference(fall));
}

function differenceUnderFalls(
  comparison: ComparisonTables & Pick<Comparison, "missing">,
): (fall: number) => (without?: number) => number {
  const movesOf = (policy: PolicyTables): ((without?: number) => Moves) =>
    kept((without) => ({
      sums: viewSums(comparison, policy, comparison.curve, without),
      earned: rewardsByMove(comparison, policy, without),
    }));
  const known = new Map(policiesOf(comparison).map((policy) => [policy, movesOf(policy)]));
  const sumsUnder = (policy: PolicyTables, fall: number, without?: number): ViewSums => {
    const { sums, earned } = (known.get(policy) ?? movesOf(policy))(without);
    let reward = 0;
    for (const [move, own] of earned) reward += own * (pow(1 - fall, move) - 1);
    return shifted(sums, { reward });
  };
  return (fall) => (without) =>
    withRewards(comparison, (policy) => sumsUnder(policy, fall, without), without);
}

/** A fall of the rewards of a view by up to this a rank is too ordinary for a verdict to rest on its absence. */
export const ordinaryFall = 0.01;

/** Whether the difference decides a verdict, and no longer where rewards of a view fall by an ordinary share a rank. */
export function mayRestOnTrust(comparison: ComparisonTables): boolean {
  const difference = differenceUnderFalls(comparison);
  const groups = comparison.log.trajectories.length;
  const [none, fallen] = [0, ordinaryFall].map((fall) => jackknife(groups, kept(difference(fall))));
  if (none === undefined || fallen === undefined) return false;
  const side = Math.sign(none.t);
  const loses = side * (fallen.value - none.value) < 0;
  return loses && side * none.t > trigger / 2 && side * fallen.t < 2 * trigger;
}

/**
 * By how much the rewards of a view of one item fall a rank, at most: where users reward what suits them and the
 * ranker knows it, less of it is trust. Undefined where the log does not tell.
 */
export function mostFallOfItems({ log, reward }: ComparisonTables): number | undefined {
  const { itemSlope: slope } = tableOf(log.rewards, reward);
  if (slope === undefined) return undefined;
  const jackknifeEstimate = jackknife(slope.groups.length, (without) => {
    const { turn, spread } = totalOf(slope, without);
    return -(turn[0] ?? 0) / (spread[0] ?? 0);
  });
  return jackknifeEstimate.df < 1
    ? undefined
    : Math.max(0, jackknifeEstimate.value + trigger * jackknifeEstimate.se);
}

/** (1/n) Σ C_rs p_s/p_r by how many ranks an item is moved down, s − r. */
function rewardsByMove(
  comparison: ComparisonTables,
  { cells, rewards }: PolicyTables,
  without?: number,
): ReadonlyMap<number, number> {
  const { n } = logTotals(comparison.log, without);
  const earned = totalOf(tableOf(rewards, comparison.reward), without).sum;
  const moves = new Map<number, number>();
  for (let cell = 0; cell < earned.length; cell++) {
    const own = earned[cell] ?? 0;
    const target = cells.target[cell] ?? 0;
    if (own === 0 || target === 0) continue;
    const move = middleOfBin(target) - middleOfBin(cells.rank[cell] ?? 0);
    moves.set(move, (moves.get(move) ?? 0) + (own * weightOf(comparison.curve, cells, cell)) / n);
  }
  return moves;
}

export const percentOf = (share: number): string => `${Number((100 * share).toPrecision(3))} %`;
