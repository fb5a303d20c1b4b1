import { chiSquaredUpperTail } from "../numeric/chi-squared.js";
import { exp } from "../numeric/elementary/exp.js";
import { ln } from "../numeric/elementary/ln.js";
import { log1p } from "../numeric/elementary/log1p.js";
import { square } from "../numeric/elementary/square.js";

/** Rows of one rank, by whether they carry the reward and whether the session stops there. */
export interface StopCounts {
  readonly stopsRewarded: number;
  readonly goesOnRewarded: number;
  readonly stopsUnrewarded: number;
  readonly goesOnUnrewarded: number;
}

export interface MantelHaenszel {
  /** The odds of stopping after a rewarded row over those after an unrewarded one, over all ranks. */
  readonly oddsRatio: number;
  /** Of its logarithm (Robins, Breslow and Greenland, Biometrics 1986). */
  readonly seLogOR: number;
  /** Rewarded rows at which sessions stop; how many there would be if the reward had no part in it. */
  readonly observed: number;
  readonly expected: number;
  readonly variance: number;
  /**
   * (observed − expected)²/variance, without a correction for continuity: χ² with one degree of freedom; null where no
   * rank has both kinds of rows, some of which are stops and some not.
   */
  readonly chi2: number | null;
  readonly p: number | null;
}

/**
 * Whether sessions stop more often at rewarded rows, rank by rank (Mantel and Haenszel, JNCI 1959). Ranks with
 * fewer than two rows say nothing. Rows with an even chance of stopping at both kinds give an odds ratio of 1.
 */
export function mantelHaenszel(ranks: readonly StopCounts[]): MantelHaenszel {
  let [observed, expected, variance, R, S] = [0, 0, 0, 0, 0];
  let [PR, PSQR, QS] = [0, 0, 0];
  for (const {
    stopsRewarded: a,
    goesOnRewarded: b,
    stopsUnrewarded: c,
    goesOnUnrewarded: d,
  } of ranks) {
    const n = a + b + c + d;
    if (!(n > 1)) continue;
    observed += a;
    expected += ((a + b) * (a + c)) / n;
    variance += ((a + b) * (c + d) * (a + c) * (b + d)) / (n * n * (n - 1));
    const [P, Q, r, s] = [(a + d) / n, (b + c) / n, (a * d) / n, (b * c) / n];
    R += r;
    S += s;
    PR += P * r;
    PSQR += P * s + Q * r;
    QS += Q * s;
  }
  const chi2 = variance > 0 ? square(observed - expected) / variance : null;
  const seLogOR = Math.sqrt(PR / (2 * R * R) + PSQR / (2 * R * S) + QS / (2 * S * S));
  const p = chi2 === null ? null : chiSquaredUpperTail(chi2, 1);
  return { oddsRatio: R / S, seLogOR, observed, expected, variance, chi2, p };
}

export interface StopHazard {
  /** The log-odds of stopping at an unrewarded row of each rank that says something. */
  readonly levels: readonly number[];
  /** What a reward adds to them, and its standard error. */
  readonly slope: number;
  readonly se: number;
  /** The standard error of the first level, and of another less the first. */
  readonly seOfLevel: (at: number) => number;
  readonly logLik: number;
  readonly logLikNull: number;
  /** Twice the gain in log-likelihood: χ² with one degree of freedom. */
  readonly LR: number;
  readonly p: number;
}

const rounds = 30;

/**
 * Maximum likelihood of a discrete-time hazard, logit P(stop at rank r) = a_r + b·reward: Newton's method, whose
 * information is diagonal but for b. Ranks at which all rows stop, or none, say nothing and are left out.
 * Undefined where a reward decides alone whether a session stops, so that b has no finite maximum.
 */
export function stopHazard(ranks: readonly StopCounts[]): StopHazard | undefined {
  const cells = ranks.map(
    ({ stopsRewarded: a, goesOnRewarded: b, stopsUnrewarded: c, goesOnUnrewarded: d }) => ({
      stops: [c, a] as const,
      rows: [c + d, a + b] as const,
    }),
  );
  const told = cells.filter(({ stops: [c, a], rows: [m, k] }) => a + c > 0 && a + c < m + k);
  const pooled = told.map(({ stops: [c, a], rows: [m, k] }) => ln((a + c) / (m + k - a - c)));
  const levels = [...pooled];
  let slope = 0;
  for (let round = 0; round < rounds; round++) {
    const at = informationAt(levels, slope, told);
    if (!(at.schur > 1e-12)) return undefined;
    const step =
      (at.scoreOfSlope - at.score.reduce((sum, u, r) => sum + at.ratio(r) * u, 0)) / at.schur;
    for (const [r, u] of at.score.entries())
      levels[r] = (levels[r] ?? 0) + u / (at.diagonal[r] ?? 1) - at.ratio(r) * step;
    slope += step;
    if (Math.abs(step) < 1e-13) break;
  }
  if (!(Math.abs(slope) < 25)) return undefined;
  const { schur, diagonal, ratio } = informationAt(levels, slope, told);
  const [logLik, logLikNull] = [likelihood(levels, slope, told), likelihood(pooled, 0, told)];
  const LR = Math.max(0, 2 * (logLik - logLikNull));
  const seOfLevel = (at: number): number => {
    const own = 1 / (diagonal[at] ?? 0);
    if (at === 0) return Math.sqrt(own + square(ratio(0)) / schur);
    return Math.sqrt(own + 1 / (diagonal[0] ?? 0) + square(ratio(at) - ratio(0)) / schur);
  };
  const p = chiSquaredUpperTail(LR, 1);
  return { levels, slope, se: 1 / Math.sqrt(schur), seOfLevel, logLik, logLikNull, LR, p };
}

interface Cell {
  readonly stops: readonly [unrewarded: number, rewarded: number];
  readonly rows: readonly [unrewarded: number, rewarded: number];
}

/** The score and the information; `schur` is that of b with the levels profiled out, `ratio` B_r/A_r. */
function informationAt(levels: readonly number[], slope: number, cells: readonly Cell[]) {
  const score: number[] = [];
  const diagonal: number[] = [];
  const border: number[] = [];
  let [scoreOfSlope, schur] = [0, 0];
  for (const [r, { stops, rows }] of cells.entries()) {
    const [p0, p1] = [0, slope].map((b) => 1 / (1 + exp(-(levels[r] ?? 0) - b))) as [
      number,
      number,
    ];
    const [v0, v1] = [rows[0] * p0 * (1 - p0), rows[1] * p1 * (1 - p1)];
    score.push(stops[0] - rows[0] * p0 + (stops[1] - rows[1] * p1));
    scoreOfSlope += stops[1] - rows[1] * p1;
    diagonal.push(v0 + v1);
    border.push(v1);
    schur += v1 - square(v1) / (v0 + v1);
  }
  const ratio = (r: number): number => (border[r] ?? 0) / (diagonal[r] ?? 1);
  return { score, scoreOfSlope, diagonal, schur, ratio };
}

function likelihood(levels: readonly number[], slope: number, cells: readonly Cell[]): number {
  let sum = 0;
  for (const [r, { stops, rows }] of cells.entries()) {
    for (const c of [0, 1] as const) {
      const eta = (levels[r] ?? 0) + c * slope;
      sum -= stops[c] * log1p(exp(-eta)) + (rows[c] - stops[c]) * log1p(exp(eta));
    }
  }
  return sum;
}
