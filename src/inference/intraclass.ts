import { square } from "../numeric/elementary/square.js";
import { fUpperTail } from "../numeric/f-upper-tail.js";
import type { Clusters } from "./clusters.js";

/** How alike the trajectories of one user are. */
export interface Intraclass {
  /** Mean squares between and within users. */
  readonly MSB: number;
  readonly MSW: number;
  /** (N − Σn²/N)/(k − 1): the size of users of equal size that would say as much. */
  readonly n0: number;
  /** (MSB − MSW)/(MSB + (n0 − 1)·MSW): the share of the variance that is between users. */
  readonly icc: number;
  readonly Fstat: number;
  readonly pF: number;
}

/** Mean squares within users, of Σ(z − mean)² of all trajectories; NaN where no user has two. */
export function squaresWithin({ sizes, sums }: Clusters, squares: number): number {
  let [n, k, between] = [0, 0, 0];
  for (let b = 0; b < sizes.length; b++) {
    const size = sizes[b] ?? 0;
    if (size === 0) continue;
    [n, k, between] = [n + size, k + 1, between + square(sums[b] ?? 0) / size];
  }
  return n > k ? (squares - between) / (n - k) : Number.NaN;
}

/**
 * The analysis of variance of trajectories by user, from each user's trajectories, their sum about the mean of all,
 * and the mean squares within users. Undefined where no user has two trajectories.
 */
export function intraclass({ sizes, sums }: Clusters, MSW: number): Intraclass | undefined {
  let [n, k, ofSizes, between] = [0, 0, 0, 0];
  for (let b = 0; b < sizes.length; b++) {
    const size = sizes[b] ?? 0;
    if (size === 0) continue;
    n += size;
    k += 1;
    ofSizes += size * size;
    between += square(sums[b] ?? 0) / size;
  }
  if (!(n > k && k > 1 && MSW > 0)) return undefined;
  const MSB = between / (k - 1);
  const n0 = (n - ofSizes / n) / (k - 1);
  const Fstat = MSB / MSW;
  const icc = (MSB - MSW) / (MSB + (n0 - 1) * MSW);
  return { MSB, MSW, n0, icc, Fstat, pF: fUpperTail(Fstat, k - 1, n - k) };
}
