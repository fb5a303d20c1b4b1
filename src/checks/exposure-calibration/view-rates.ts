import { chiSquaredUpperTail } from "../../numeric/chi-squared.js";
import { square } from "../../numeric/elementary/square.js";

/** Offered items of one bin of logged exposures: how many, the views expected by these exposures, and those seen. */
export interface ExposureBin {
  readonly n: number;
  readonly expected: number;
  readonly observed: number;
}

export interface CalibrationTest {
  readonly X2: number;
  readonly df: number;
  readonly p: number;
}

/**
 * X² = Σ (O − E)²/(E (1 − E/n)) over bins, with as many degrees of freedom: exposures are not fitted on these
 * data. `design` is how many times as large the variances are as those of independent views, by which X² is
 * divided (Rao and Scott, Annals of Statistics 1984).
 * `calibrationTest([{ n: 100, expected: 50, observed: 60 }])` is { X2: 4, df: 1, p: 0.0455 }.
 */
export function calibrationTest(bins: readonly ExposureBin[], design = 1): CalibrationTest {
  const open = bins.filter(isOpen);
  const terms = open.map((bin) => square(bin.observed - bin.expected) / varianceOf(bin));
  const X2 = terms.reduce((sum, term) => sum + term, 0) / design;
  return { X2, df: open.length, p: open.length === 0 ? 1 : chiSquaredUpperTail(X2, open.length) };
}

/**
 * Σ views/ε0 over bins, with the mean exposure of each: as many as there are items with an exposure above 0, where
 * logged exposures are right. `itemsByViews([{ n: 100, expected: 50, observed: 60 }])` is 120.
 */
export const itemsByViews = (bins: readonly ExposureBin[]): number =>
  bins.reduce(
    (sum, { n, expected, observed }) => sum + (expected > 0 ? (observed * n) / expected : 0),
    0,
  );

/** Whether chance decides about a bin's views: not where every exposure is 1, or none is above 0. */
export const isOpen = (bin: ExposureBin): boolean => varianceOf(bin) > 1e-9 * bin.n;

/** E (1 − E/n): the variance of a bin's views, each by itself. */
export const varianceOf = ({ n, expected }: ExposureBin): number => expected * (1 - expected / n);

/** Expected views that a bin must have to have a view rate of its own. */
const enough = 50;

/**
 * Consecutive bins as pools of 50 expected views or more, the last ones with the pool before them: the pool of
 * each bin.
 */
export function poolsOf(expected: ArrayLike<number>): readonly number[] {
  const pools: number[] = [];
  let [pool, held] = [0, 0];
  const rest = Array.from(expected).reduce((sum, each) => sum + each, 0);
  let left = rest;
  for (let bin = 0; bin < expected.length; bin++) {
    if (held >= enough && left >= enough) [pool, held] = [pool + 1, 0];
    pools.push(pool);
    held += expected[bin] ?? 0;
    left -= expected[bin] ?? 0;
  }
  return pools;
}
