import { logGamma } from "../../src/numeric/log-gamma.js";
import { createRandom } from "../../src/random/create-random.js";

/** The levels at which coverage is read. */
export const grid: readonly number[] = Array.from({ length: 99 }, (_, i) => (i + 1) / 100);

/** Least and largest shares of logs, by level of the grid, that all hold at once in 95 % of studies of exact intervals. */
export interface Band {
  readonly low: readonly number[];
  readonly high: readonly number[];
}

/** What the intervals of one comparison do at every level. */
export interface Levels {
  readonly logs: number;
  /** The share of logs whose interval holds the truth, by level of the grid. */
  readonly coverage: readonly number[];
  /** Coverage less level where that is largest in size. */
  readonly deviation: number;
  readonly at: number;
  /** Whether coverage leaves the band anywhere. */
  readonly leaves: boolean;
}

/** Coverage at all levels, from the level at which the interval of each log just touches the truth. */
export function levelsOf(touches: readonly number[]): Levels {
  const logs = touches.length;
  const coverage = cumulated(touches).map((count) => count / logs);
  const { low, high } = bandOf(logs);
  const differences = coverage.map((share, k) => share - (grid[k] ?? 0));
  const sizes = differences.map(Math.abs);
  const worst = sizes.indexOf(Math.max(...sizes));
  return {
    logs,
    coverage,
    deviation: differences[worst] ?? 0,
    at: grid[worst] ?? 0,
    leaves: coverage.some((share, k) => share < (low[k] ?? 0) || share > (high[k] ?? 1)),
  };
}

/** How many values lie at or below each level of the grid. */
function cumulated(values: readonly number[]): readonly number[] {
  const counts = new Array<number>(grid.length + 1).fill(0);
  for (const value of values) {
    // Ends of the grid are decimals: a value on one of them belongs below it.
    const bin = Math.min(grid.length, Math.max(0, Math.ceil(100 * value - 1e-9) - 1));
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  let sum = 0;
  return grid.map((_, k) => {
    sum += counts[k] ?? 0;
    return sum;
  });
}

const bands = new Map<number, Band>();
const draws = 4000;

/**
 * The simultaneous 95 % band of Säilynoja, Bürkner and Vehtari (Statistics and Computing 2022, Section 2.2): pointwise
 * binomial bands of the chance 1 − γ, γ the .05 quantile over samples of uniform values of the least chance at which
 * the sample touches such a band.
 */
export function bandOf(logs: number): Band {
  const known = bands.get(logs);
  if (known !== undefined) return known;
  const tails = grid.map((level) => tailsOf(logs, level));
  const random = createRandom(`bands ${logs}`);
  const least = Array.from({ length: draws }, () => {
    const counts = cumulated(Array.from({ length: logs }, () => random.next()));
    return counts.reduce((min, count, k) => Math.min(min, tails[k]?.[count] ?? 0), 1);
  }).sort((a, b) => a - b);
  const gamma = least[Math.floor(draws / 20)] ?? 0;
  const inside = tails.map((own) =>
    Array.from(own.keys()).filter((count) => (own[count] ?? 0) >= gamma),
  );
  const band = {
    low: inside.map((counts) => (counts[0] ?? 0) / logs),
    high: inside.map((counts) => (counts.at(-1) ?? logs) / logs),
  };
  bands.set(logs, band);
  return band;
}

/** Twice the smaller tail of the binomial at each count. */
function tailsOf(logs: number, level: number): Float64Array {
  const chance = Float64Array.from({ length: logs + 1 }, (_, count) =>
    Math.exp(
      logGamma(logs + 1) -
        logGamma(count + 1) -
        logGamma(logs - count + 1) +
        count * Math.log(level) +
        (logs - count) * Math.log1p(-level),
    ),
  );
  let below = 0;
  const total = chance.reduce((sum, each) => sum + each, 0);
  return chance.map((own) => {
    const above = total - below;
    below += own;
    return 2 * Math.min(below, above);
  });
}
