import { log2 } from "../numeric/elementary/log-in-base.js";
import { powerOfTwo } from "../numeric/elementary/power-of-two.js";
import { square } from "../numeric/elementary/square.js";
import { type CellsThatMove, nearestRates } from "./nearest-rates.js";

/** Cells of a line by displayed rank, target rank and sign of the reward. */
export interface RewardCells {
  /** N_k: rows. */
  readonly rows: ArrayLike<number>;
  /** X_k: rows with a reward. */
  readonly rewarded: ArrayLike<number>;
  /** Σc and Σc² of the cell. */
  readonly sum: ArrayLike<number>;
  readonly squares: ArrayLike<number>;
  /** d_k = w_t − w_b: what the cell's rewards count in the difference. */
  readonly weight: ArrayLike<number>;
}

export interface RestrictedVariance {
  /** λ_k: expected rewarded rows of each cell, nearest to the log's under the hypothesis. */
  readonly rates: Float64Array;
  /** V_P = Σ d² Σc²: the variance of the sum by the log's own rates. */
  readonly poisson: number;
  /** V_0 = Σ λ_k d² m2: the same under the hypothesis. */
  readonly restricted: number;
  /** (Σλs)²/Σλs²: how many rewarded rows carry V_0. */
  readonly effective: number;
  /** The degrees of freedom of the added variance, ∞ where none is added. */
  readonly df: number;
  /** The cell that brings most of V_0, and a_k there: what one more rewarded row of it counts. */
  readonly heaviest: number;
  readonly heaviestValue: number;
}

/** A cell's rate may be this many times the log's average rate, and never above 1 a row. */
export const capRate = 10;

const pooledRows = 3;

/**
 * The variance of the sum Σ d·c under the hypothesis that it lies `move` further from where it was
 * observed: the Poisson rates nearest to the log's (empirical likelihood) that move the sum there, with
 * rates up to 10 times the average in cells where no reward happened to fall. A sample variance sees only
 * the cells with a reward. Marks (reward a rewarded row) are shrunk towards the pooled mark with the weight
 * of three rows; `kurtosis` is ΣX·Σc⁴/(Σc²)² over all rewarded rows.
 */
export function restrictedVariance(
  cells: RewardCells,
  move: number,
  kurtosis: number,
): RestrictedVariance {
  const marks = marksOf(cells);
  const { value, second, poisson, unit } = marks;
  const rates = nearestRates(cells.rewarded, marks, move);
  let restricted = 0;
  let fourth = 0;
  let heaviest = 0;
  let most = 0;
  for (let i = 0; i < rates.length; i++) {
    if (rates[i] === 0) continue;
    const meanOfSquares = second[i] ?? 0;
    const part = (rates[i] ?? 0) * meanOfSquares;
    restricted += part;
    fourth += (part / unit) * (meanOfSquares / unit);
    if (part > most) {
      heaviest = i;
      most = part;
    }
  }
  const effective = fourth > 0 ? square(restricted / unit) / fourth : 0;
  const added = restricted > poisson ? 1 - poisson / restricted : 0;
  const df =
    added > 0 ? (2 * effective) / ((marks.kurtosis ?? kurtosis) * added) : Number.POSITIVE_INFINITY;
  const heaviestValue = value[heaviest] ?? 0;
  return { rates, poisson, restricted, effective, df, heaviest, heaviestValue };
}

/** What does not depend on the hypothesis; computed once for all hypotheses about the same cells. */
interface Marks extends CellsThatMove {
  /** a_k². */
  readonly second: Float64Array;
  readonly poisson: number;
  /** A power of two near the largest square: squares of the largest rewards would leave the range of a double. */
  readonly unit: number;
  /** In the place of that of all rows, where some of these are left out. */
  readonly kurtosis?: number;
}

const markCache = new WeakMap<RewardCells, Marks>();

function marksOf(cells: RewardCells): Marks {
  const marks = markCache.get(cells) ?? computeMarks(cells);
  markCache.set(cells, marks);
  return marks;
}

function computeMarks(cells: RewardCells): Marks {
  const k = cells.rows.length;
  const { rows, rewarded } = countsOf(cells);
  const { meanMark, meanSquare, kurtosis } = pooledMark(cells);
  const mostRate = Math.min(1, (capRate * rewarded) / rows);
  const [value, second, cap] = [new Float64Array(k), new Float64Array(k), new Float64Array(k)];
  let poisson = 0;
  let largest = 0;
  let most = 2 ** -900;
  const starts = new Int32Array(k);
  let count = 0;
  let [least, above] = [0, 0];
  for (let i = 0; i < k; i++) {
    const x = cells.rewarded[i] ?? 0;
    const d = cells.weight[i] ?? 0;
    const squares = cells.squares[i] ?? 0;
    const mark = ((cells.sum[i] ?? 0) + pooledRows * meanMark) / (x + pooledRows);
    const start = d * mark;
    const meanOfSquares = d * d * ((squares + pooledRows * meanSquare) / (x + pooledRows));
    value[i] = start;
    second[i] = meanOfSquares;
    cap[i] = Math.max(x, (cells.rows[i] ?? 0) * mostRate);
    poisson += d * d * squares;
    largest = Math.max(largest, Math.abs(start));
    most = Math.max(most, meanOfSquares);
    if (x !== 0) starts[count++] = i;
    else if (start < least) least = start;
    else if (start > above) above = start;
  }
  const unit = powerOfTwo(Math.floor(log2(most)));
  const facts = kurtosis === undefined ? {} : { kurtosis };
  const filled = starts.subarray(0, count);
  const moving = movingOf(filled, value, cap, cells.rewarded);
  const empty = [least, above] as const;
  return { value, second, cap, poisson, largest, unit, rewarded: filled, moving, empty, ...facts };
}

function movingOf(
  rewarded: Int32Array,
  value: Float64Array,
  cap: Float64Array,
  observed: ArrayLike<number>,
): Float64Array {
  const moving = new Float64Array(3 * rewarded.length);
  let to = 0;
  for (const i of rewarded) {
    if (value[i] === 0) continue;
    moving[to++] = value[i] ?? 0;
    moving[to++] = cap[i] ?? 0;
    moving[to++] = observed[i] ?? 0;
  }
  return moving.subarray(0, to);
}

/** Sums that no weight changes, and what they are of: the same for all hypotheses about a lift. */
interface Counts extends Totals {
  readonly rows: number;
  readonly of: RewardCells;
}

const counted = new WeakMap<ArrayLike<number>, Counts>();

function countsOf(cells: RewardCells): Counts {
  const counts = counted.get(cells.sum);
  if (counts !== undefined && isSameLog(counts.of, cells)) return counts;
  const totals = { ...totalsOf(cells), rows: sumOf(cells.rows), of: cells };
  counted.set(cells.sum, totals);
  return totals;
}

const isSameLog = (a: RewardCells, b: RewardCells): boolean =>
  a.rows === b.rows && a.rewarded === b.rewarded && a.squares === b.squares;

/** Rewards that count in no difference, and are this many times as large (squared), leave the pooled mark alone. */
const outlying = 64;

/** The mean mark and its square over rewarded rows. */
interface PooledMark {
  readonly meanMark: number;
  readonly meanSquare: number;
  /** Where rows are left out: X·Σc⁴/(Σc²)² of the others, with the mean square of each cell. */
  readonly kurtosis?: number;
}

/**
 * Over all rewarded rows; over those of the cells that count in the difference where the others are far larger: a
 * value of 1e9 that both policies share says nothing of a like.
 */
function pooledMark(cells: RewardCells): PooledMark {
  const all = countsOf(cells);
  const moved = totalsOf(cells, cells.weight);
  const meanOf = (of: Totals): PooledMark => ({
    meanMark: of.sum / of.rewarded,
    meanSquare: of.squares / of.rewarded,
  });
  const others = (all.squares - moved.squares) / (all.rewarded - moved.rewarded);
  const mean = meanOf(moved);
  if (!(moved.squares > 0 && others > outlying * mean.meanSquare)) return meanOf(all);
  const kurtosis = Math.max(1, (moved.rewarded * (moved.fourth / moved.squares)) / moved.squares);
  return { ...mean, kurtosis };
}

interface Totals {
  readonly rewarded: number;
  readonly sum: number;
  readonly squares: number;
  readonly fourth: number;
}

/** Over all cells, or over those that count. */
function totalsOf(cells: RewardCells, weight?: ArrayLike<number>): Totals {
  let [rewarded, sum, squares, fourth] = [0, 0, 0, 0];
  for (let i = 0; i < cells.rewarded.length; i++) {
    if (weight?.[i] === 0) continue;
    const x = cells.rewarded[i] ?? 0;
    const square = cells.squares[i] ?? 0;
    rewarded += x;
    sum += cells.sum[i] ?? 0;
    squares += square;
    fourth += x > 0 ? square * (square / x) : 0;
  }
  return { rewarded, sum, squares, fourth };
}

function sumOf(values: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < values.length; i++) sum += values[i] ?? 0;
  return sum;
}
