import { totalOf } from "./grouped-sums.js";
import type { LineTables } from "./line.js";
import { type RankCells, weightOf } from "./pairs-of-ranks.js";
import { sum, tableOf } from "./reading.js";
import {
  type RestrictedVariance,
  type RewardCells,
  restrictedVariance,
} from "./restricted-variance.js";
import { logTotals, type PolicyTables } from "./tables.js";
import { slopeOf } from "./view-sums.js";

/** What the plain interval of a difference rests on. */
export interface PlainDifference {
  readonly difference: number;
  /** From bucket sums, with the correction for clusters of unequal size. */
  readonly se: number;
  /** Of the clusters. */
  readonly df: number;
}

/** SE* and ν under a hypothesis about the difference. */
export interface Precision {
  readonly se: number;
  readonly df: number;
  readonly variance: RestrictedVariance;
}

/** The cells of a line, and how heavy the tail of its rewards is. */
export interface LineCells {
  readonly cells: RewardCells;
  readonly kurtosis: number;
  /** What a cell is in words: "rank 15 → 1, weight 22.7". */
  readonly nameOf: (cell: number) => string;
}

/** The cells of a line by ranks and sign of the reward, with what their rewards count in the difference. */
export function rewardCells(
  line: LineTables,
  /** d = w_t − (1 + lift) w_b: 0 for the difference. */
  lift = 0,
): LineCells {
  const { least, fourth } = tableOf(line.log.rewards, line.reward);
  const less = (1 + lift) * slopeOf(line, line.base);
  const own = cellsOf(line, line.policy, slopeOf(line, line.policy), less);
  const base = line.base === undefined ? [] : cellsOf(line, line.base, -less, -less);
  const signs = [...own, ...base].filter(({ isLoss }) => !isLoss || least < 0);
  const totals = totalOf(tableOf(line.policy.rewards, line.reward));
  const squares = sum(totals.squares);
  const kurtosis = kurtosisOf(sum(totals.rewarded), squares, fourth);
  const cells = {
    rows: signs.map(({ rows }) => rows),
    rewarded: signs.map(({ rewarded }) => rewarded),
    sum: signs.map((each) => each.sum),
    squares: signs.map((each) => each.squares),
    weight: signs.map(({ weight }) => weight),
  };
  return { cells, kurtosis, nameOf: (cell) => signs[cell]?.name() ?? "" };
}

/** The cells at any lift: what they count is linear in it. */
export function cellsByLift(line: LineTables): (lift: number) => LineCells {
  const [none, one] = [rewardCells(line, 0), rewardCells(line, 1)];
  const [from, to] = [none, one].map(({ cells }) => Float64Array.from(cells.weight));
  return (lift) => {
    const weight = from?.map((each, at) => each + lift * ((to?.[at] ?? 0) - each)) ?? [];
    return { ...none, cells: { ...none.cells, weight } };
  };
}

interface SignedCell {
  readonly name: () => string;
  readonly isLoss: boolean;
  readonly rows: number;
  readonly rewarded: number;
  readonly sum: number;
  readonly squares: number;
  readonly weight: number;
}

/** A policy's cells, gains and losses apart; what they count in the difference is slope·w − less. */
function cellsOf(
  line: Pick<LineTables, "reward" | "curve">,
  policy: PolicyTables,
  slope: number,
  less: number,
): readonly SignedCell[] {
  const counts = totalOf(policy.rows).rows;
  const totals = totalOf(tableOf(policy.rewards, line.reward));
  return sortedCells(policy.cells).flatMap((cell) => {
    const rows = counts[cell] ?? 0;
    if (rows === 0) return [];
    const placed = weightOf(line.curve, policy.cells, cell);
    const weight = slope * placed - less;
    const name = (): string => nameOfCell(policy.cells, cell, placed);
    const at = (values: ArrayLike<number>): number => values[cell] ?? 0;
    const gain = {
      rewarded: at(totals.positiveRewarded),
      sum: at(totals.positiveSum),
      squares: at(totals.positiveSquares),
    };
    const loss = {
      rewarded: at(totals.rewarded) - gain.rewarded,
      sum: at(totals.sum) - gain.sum,
      squares: at(totals.squares) - gain.squares,
    };
    return [
      { name, isLoss: false, rows, weight, ...gain },
      { name, isLoss: true, rows, weight, ...loss },
    ];
  });
}

/** By displayed and target rank: sums over cells do not depend on the order in which a tally has them. */
function sortedCells({ rank, target }: RankCells): readonly number[] {
  const at = (values: ArrayLike<number>, cell: number): number => values[cell] ?? 0;
  return Array.from(rank, (_, cell) => cell).sort(
    (a, b) => at(rank, a) - at(rank, b) || at(target, a) - at(target, b),
  );
}

function nameOfCell({ rank, target }: RankCells, cell: number, weight: number): string {
  const to = target[cell] === 0 ? "not shown" : `${target[cell]}`;
  return `rank ${rank[cell]} → ${to}, weight ${weight.toPrecision(3)}`;
}

/**
 * SE*² = SE² + max(0, V_0 − V_P)/n² · max(1, SE²n²/V_P): the variance under the hypothesis that the
 * difference is `hypothesis`; ν is the smaller of the clusters' and of the added variance's.
 */
export function precisionAt(
  plain: PlainDifference,
  { cells, kurtosis }: Pick<LineCells, "cells" | "kurtosis">,
  n: number,
  hypothesis: number,
): Precision {
  const move = -n * (plain.difference - hypothesis);
  const variance = restrictedVariance(cells, move, kurtosis);
  const { poisson, restricted } = variance;
  const inflation = poisson > 0 ? Math.max(1, (plain.se * n) ** 2 / poisson) : 1;
  const added = (Math.max(0, restricted - poisson) / n ** 2) * inflation;
  return {
    se: Math.sqrt(plain.se ** 2 + added),
    df: Math.min(plain.df, Math.max(1, variance.df)),
    variance,
  };
}

/** The trajectories of a line's feed. */
export const trajectoriesOf = ({ log }: Pick<LineTables, "log">): number => logTotals(log).n;

/**
 * n·Σc⁴/(Σc²)² of n values: at least 1, at most n. Σc⁴ of values above 1e77 leaves the range of a double, and
 * one of them may then be all there is.
 */
function kurtosisOf(n: number, squares: number, fourth: number): number {
  if (!(squares > 0)) return 1;
  const found = (n * (fourth / squares)) / squares;
  return Number.isFinite(found) ? Math.max(1, found) : Math.max(1, n);
}
