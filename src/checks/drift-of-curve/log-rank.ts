import { chiSquaredUpperTail } from "../../numeric/chi-squared.js";
import { square } from "../../numeric/elementary/square.js";
import type { DepthCounts } from "../depths.js";

export interface LogRank {
  /** Stops of the first sample, and how many there would be if both went equally deep. */
  readonly observed: number;
  readonly expected: number;
  readonly variance: number;
  /** (observed − expected)²/variance: χ² with one degree of freedom; null where nobody was at risk in both samples. */
  readonly chi2: number | null;
  readonly p: number | null;
}

/**
 * The log-rank test of whether two samples of trajectories go equally deep, over the steps from each rank to the
 * next (Mantel, Cancer Chemotherapy Reports 1966). One that ended with its list is at no risk of stopping there.
 * `logRank(all, all)` has a chi2 of 0.
 */
export function logRank(one: DepthCounts, other: DepthCounts): LogRank {
  const ranks = Math.max(one.trajectories.length, other.trajectories.length);
  const [reached, reachedByOther] = [one, other].map(({ trajectories }) =>
    Array.from(trajectories).reduce((sum, count) => sum + count, 0),
  ) as [number, number];
  let [left, leftOfOther] = [reached, reachedByOther];
  let [observed, expected, variance] = [0, 0, 0];
  for (let at = 0; at < ranks; at++) {
    const [own, others] = [stopsAt(one, at), stopsAt(other, at)];
    const [risk, riskOfOther] = [left - own.ended, leftOfOther - others.ended];
    const [n, stops] = [risk + riskOfOther, own.stopped + others.stopped];
    observed += own.stopped;
    if (n > 0) expected += (stops * risk) / n;
    if (n > 1) variance += (stops * risk * riskOfOther * (n - stops)) / (n * n * (n - 1));
    left -= own.ended + own.stopped;
    leftOfOther -= others.ended + others.stopped;
  }
  if (!(variance > 0)) return { observed, expected, variance, chi2: null, p: null };
  const chi2 = square(observed - expected) / variance;
  return { observed, expected, variance, chi2, p: chiSquaredUpperTail(chi2, 1) };
}

function stopsAt({ trajectories, atEnd }: DepthCounts, at: number) {
  const ended = atEnd[at] ?? 0;
  return { ended, stopped: (trajectories[at] ?? 0) - ended };
}
