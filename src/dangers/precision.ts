import { totalOf } from "./grouped-sums.js";
import type { LineTables } from "./line.js";
import { type RankCells, weightOf } from "./pairs-of-ranks.js";
import { sum, tableOf } from "./reading.js";
import {
  type RestrictedVariance,
  type RewardCells,
  restrictedVariance,
} from "./restricted-variance.js";
import { type CellSums, logTotals, type PolicyTables } from "./tables.js";
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
  const all = weighedCells(line, slopeOf(line, line.policy), less);
  const signs = all.filter(({ isLoss }) => !isLoss || least < 0);
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

/**
 * The cells of a line by what they count in the difference, slope·w_t − less·w_b: by both weights where the
 * tally has them together, else those of each policy less the logging one, as if their rewards were apart.
 */
function weighedCells(line: LineTables, slope: number, less: number): readonly SignedCell[] {
  const { reward, curve, policy, base, pair } = line;
  if (pair !== undefined) {
    const { rank, weight, baseWeight } = pair;
    return cellsOf(reward, pair, sortedBy(rank, weight, baseWeight), (cell) => {
      const [own, other] = [weight[cell] ?? 0, base === undefined ? 1 : (baseWeight[cell] ?? 0)];
      const name = (): string =>
        `rank ${rank[cell]}, weight ${own.toPrecision(3)} against ${other.toPrecision(3)}`;
      return { weight: slope * own - less * other, name };
    });
  }
  const ofPolicy = ({ cells, ...sums }: PolicyTables, count: (placed: number) => number) =>
    cellsOf(reward, sums, sortedBy(cells.rank, cells.target), (cell) => {
      const placed = weightOf(curve, cells, cell);
      return { weight: count(placed), name: () => nameOfCell(cells, cell, placed) };
    });
  const own = ofPolicy(policy, (placed) => slope * placed - less);
  if (base === undefined) return own;
  return [...own, ...ofPolicy(base, (placed) => less - less * placed)];
}

/** Cells with rows, gains and losses apart, and what they count in the difference. */
function cellsOf(
  reward: string,
  sums: CellSums,
  order: readonly number[],
  placed: (cell: number) => Pick<SignedCell, "weight" | "name">,
): readonly SignedCell[] {
  const counts = totalOf(sums.rows).rows;
  const totals = totalOf(tableOf(sums.rewards, reward));
  return order.flatMap((cell) => {
    const rows = counts[cell] ?? 0;
    if (rows === 0) return [];
    const { weight, name } = placed(cell);
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

/** Cells by what they are of: sums over them do not depend on the order in which a tally has them. */
function sortedBy(...keys: readonly ArrayLike<number>[]): readonly number[] {
  return Array.from(keys[0] ?? [], (_, cell) => cell).sort((a, b) => {
    for (const key of keys) {
      const apart = (key[a] ?? 0) - (key[b] ?? 0);
      if (apart !== 0) return apart;
    }
    return a - b;
  });
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
