import { totalOf } from "./grouped-sums.js";
import type { LineTables } from "./line.js";
import { once } from "./once.js";
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
export const rewardCells = (line: LineTables): LineCells => cellsByLift(line)(0);

/** The same in the candidate's value less (1 + lift) times its baseline's: what cells count is linear in the lift. */
export function cellsByLift(line: LineTables): (lift: number) => LineCells {
  const { least, fourth } = tableOf(line.log.rewards, line.reward);
  const slopes = { own: slopeOf(line, line.policy), base: slopeOf(line, line.base) };
  const all = weighedCells(line).filter(({ isLoss }) => !isLoss || least < 0);
  const numbers = (of: (cell: SignedCell) => number): Float64Array => {
    const values = new Float64Array(all.length);
    for (const [at, cell] of all.entries()) values[at] = of(cell);
    return values;
  };
  const shared = {
    rows: numbers(({ rows }) => rows),
    rewarded: numbers(({ rewarded }) => rewarded),
    sum: numbers((each) => each.sum),
    squares: numbers(({ squares }) => squares),
  };
  const none = numbers(({ count }) => count(slopes.own, slopes.base));
  const one = numbers(({ count }) => count(slopes.own, 2 * slopes.base));
  const totals = totalOf(tableOf(line.policy.rewards, line.reward));
  const kurtosis = kurtosisOf(sum(totals.rewarded), sum(totals.squares), fourth);
  const nameOf = (cell: number): string => all[cell]?.name() ?? "";
  return (lift) => {
    const weight = new Float64Array(none.length);
    for (let cell = 0; cell < weight.length; cell++) {
      const from = none[cell] ?? 0;
      weight[cell] = from + lift * ((one[cell] ?? 0) - from);
    }
    return { cells: { ...shared, weight }, kurtosis, nameOf };
  };
}

interface SignedCell {
  readonly name: () => string;
  readonly isLoss: boolean;
  readonly rows: number;
  readonly rewarded: number;
  readonly sum: number;
  readonly squares: number;
  /** What a reward counts, where one a trajectory moves the candidate's value by `slope`, the baseline's by `less`. */
  readonly count: (slope: number, less: number) => number;
}

/**
 * The cells of a line by what they count in the difference, slope·w_t − less·w_b: by both weights where the
 * tally has them together, else those of each policy less the logging one, as if their rewards were apart.
 */
function weighedCells(line: LineTables): readonly SignedCell[] {
  const { reward, curve, policy, base, pair } = line;
  if (pair !== undefined) {
    const { rank, weight, baseWeight } = pair;
    const order = once(pair, "order", () => sortedBy(rank, weight, baseWeight));
    return cellsOf(reward, pair, order, (cell) => {
      const own = weight[cell] ?? 0;
      const other = base === undefined ? 1 : (baseWeight[cell] ?? 0);
      const name = (): string =>
        `rank ${rank[cell]}, weight ${own.toPrecision(3)} against ${other.toPrecision(3)}`;
      return { count: (slope, less) => slope * own - less * other, name };
    });
  }
  const ofPolicy = (
    { cells, ...sums }: PolicyTables,
    count: (placed: number, slope: number, less: number) => number,
  ) => {
    const order = once(cells, "order", () => sortedBy(cells.rank, cells.target));
    return cellsOf(reward, sums, order, (cell) => {
      const placed = weightOf(curve, cells, cell);
      const name = (): string => nameOfCell(cells, cell, placed);
      return { count: (slope, less) => count(placed, slope, less), name };
    });
  };
  const own = ofPolicy(policy, (placed, slope, less) => slope * placed - less);
  if (base === undefined) return own;
  return [...own, ...ofPolicy(base, (placed, _, less) => less - less * placed)];
}

/** Cells with rows, gains and losses apart, and what they count in the difference. */
function cellsOf(
  reward: string,
  sums: CellSums,
  order: readonly number[],
  placed: (cell: number) => Pick<SignedCell, "count" | "name">,
): readonly SignedCell[] {
  const counts = totalOf(sums.rows).rows;
  const totals = totalOf(tableOf(sums.rewards, reward));
  const { positiveRewarded, positiveSum, positiveSquares } = totals;
  const { rewarded, squares } = totals;
  const found: SignedCell[] = [];
  for (const cell of order) {
    const rows = counts[cell] ?? 0;
    if (rows === 0) continue;
    const { count, name } = placed(cell);
    const gain = {
      rewarded: positiveRewarded[cell] ?? 0,
      sum: positiveSum[cell] ?? 0,
      squares: positiveSquares[cell] ?? 0,
    };
    const loss = {
      rewarded: (rewarded[cell] ?? 0) - gain.rewarded,
      sum: (totals.sum[cell] ?? 0) - gain.sum,
      squares: (squares[cell] ?? 0) - gain.squares,
    };
    found.push({ name, isLoss: false, rows, count, ...gain });
    found.push({ name, isLoss: true, rows, count, ...loss });
  }
  return found;
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
