import { atanh, tanh } from "./elementary/hyperbolic.js";
import { square } from "./elementary/square.js";
import { normalCdf } from "./normal-cdf.js";
import { normalQuantile } from "./normal-quantile.js";
import { tTwoSidedP } from "./student-t.js";

/** Pearson's correlation with Student's test of no correlation. */
export interface Pearson {
  readonly r: number;
  readonly t: number;
  readonly df: number;
  readonly p: number;
}

/**
 * Pearson's r with t = r·√((n − 2)/(1 − r²)) on n − 2 degrees of freedom (Student 1908); null where a side does
 * not vary or there are fewer than three points. `pearson([1, 2, 3], [1, 2, 4])?.r` is .9820.
 */
export function pearson(x: ArrayLike<number>, y: ArrayLike<number>): Pearson | null {
  const n = x.length;
  const [a, b] = [centred(x), centred(y)];
  const r = dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
  if (n < 3 || !Number.isFinite(r)) return null;
  const df = n - 2;
  const kept = Math.max(-1, Math.min(1, r));
  const t = kept * Math.sqrt(df / (1 - kept * kept));
  return { r: kept, t, df, p: correlationP(kept, n) };
}

/** Student's two-sided p of a correlation r of n points: `correlationP(.86, 6)` is .028. */
export function correlationP(r: number, n: number): number {
  const df = n - 2;
  return Math.abs(r) === 1 ? 0 : tTwoSidedP(r * Math.sqrt(df / (1 - r * r)), df);
}

/** Fisher's interval of a correlation from n > 3 points: tanh(artanh r ± z/√(n − 3)). */
export function fisherInterval(
  r: number,
  n: number,
  confidence: number,
): readonly [number, number] {
  const half = normalQuantile((1 + confidence) / 2) / Math.sqrt(n - 3);
  return [tanh(atanh(r) - half), tanh(atanh(r) + half)];
}

/** Spearman's correlation: Pearson's of the ranks, equal values sharing their mean rank. */
export const spearman = (x: ArrayLike<number>, y: ArrayLike<number>): Pearson | null =>
  pearson(midRanks(x), midRanks(y));

/** Up to so many points, all orders of one side are counted. */
const mostCounted = 9;

/**
 * Two-sided p of Spearman's ρ: P(|ρ| ≥ |r|) over all orders of one side up to 9 points, ties or not, and Student's
 * beyond, which calls a perfect order of 4 points certain. Null where `spearman` is.
 * `spearmanP([1, 2, 3, 4], [2, 4, 6, 8])` is 2/24.
 */
export function spearmanP(x: ArrayLike<number>, y: ArrayLike<number>): number | null {
  const result = spearman(x, y);
  if (result === null || x.length > mostCounted) return result?.p ?? null;
  // Twice the mid-ranks are whole numbers.
  const [a, b] = [x, y].map((side) => midRanks(side).map((rank) => 2 * rank));
  return a === undefined || b === undefined ? null : shareOfOrders(a, b);
}

/** The share of orders of `b` whose Σab is at least as far from its mean, sums counted by the values taken so far. */
function shareOfOrders(a: Float64Array, b: Float64Array): number {
  const n = a.length;
  const width = 1 + dot(a.slice().sort(), b.slice().sort());
  let counts = new Map<number, Float64Array>([[0, new Float64Array(width).fill(1, 0, 1)]]);
  for (const rank of a) {
    const next = new Map<number, Float64Array>();
    for (const [subset, sums] of counts) {
      for (let j = 0; j < n; j++) {
        if ((subset >> j) & 1) continue;
        const more = rank * (b[j] ?? 0);
        const at = subset | (1 << j);
        const to = next.get(at) ?? new Float64Array(width);
        for (let sum = 0; sum + more < width; sum++) {
          to[sum + more] = (to[sum + more] ?? 0) + (sums[sum] ?? 0);
        }
        next.set(at, to);
      }
    }
    counts = next;
  }
  const orders = counts.get((1 << n) - 1) ?? new Float64Array();
  const mean = n * square(n + 1);
  const far = Math.abs(dot(a, b) - mean);
  let [all, tail] = [0, 0];
  orders.forEach((count, sum) => {
    all += count;
    if (Math.abs(sum - mean) >= far) tail += count;
  });
  return tail / all;
}

function midRanks(values: ArrayLike<number>): Float64Array {
  const order = Array.from(values, (_, i) => i).sort((a, b) => (values[a] ?? 0) - (values[b] ?? 0));
  const ranks = new Float64Array(values.length);
  for (let from = 0; from < order.length; ) {
    let to = from + 1;
    while (to < order.length && values[order[to] ?? 0] === values[order[from] ?? 0]) to += 1;
    for (let i = from; i < to; i++) ranks[order[i] ?? 0] = (from + to + 1) / 2;
    from = to;
  }
  return ranks;
}

/** Kendall's correlation of orders. */
export interface Kendall {
  readonly tauB: number;
  /** Concordant less discordant pairs, and the variance of that where the orders are independent. */
  readonly s: number;
  readonly variance: number;
  /** Two-sided; exact without ties and up to 50 points, else by the normal approximation. */
  readonly p: number;
  readonly isExact: boolean;
}

/** Kendall's τ-b (1945) with its tie-corrected variance; null where a side does not vary. */
export function kendall(x: ArrayLike<number>, y: ArrayLike<number>): Kendall | null {
  const n = x.length;
  let s = 0;
  for (let i = 0; i < n; i++) {
    for (let j = 0; j < i; j++) {
      s += Math.sign(((x[i] ?? 0) - (x[j] ?? 0)) * ((y[i] ?? 0) - (y[j] ?? 0)));
    }
  }
  const [t, u] = [tieSizes(x), tieSizes(y)];
  const pairs = (n * (n - 1)) / 2;
  const sum = (sizes: readonly number[], of: (size: number) => number): number =>
    sizes.reduce((total, size) => total + of(size), 0);
  const two = (size: number): number => size * (size - 1);
  const tauB = s / Math.sqrt((pairs - sum(t, two) / 2) * (pairs - sum(u, two) / 2));
  if (!Number.isFinite(tauB)) return null;
  const five = (size: number): number => size * (size - 1) * (2 * size + 5);
  const three = (size: number): number => size * (size - 1) * (size - 2);
  const variance =
    (five(n) - sum(t, five) - sum(u, five)) / 18 +
    (sum(t, three) * sum(u, three)) / (9 * Math.max(1, n * (n - 1) * (n - 2))) +
    (sum(t, two) * sum(u, two)) / (2 * n * (n - 1));
  const isExact = t.length === n && u.length === n && n <= 50;
  const p = isExact ? exactP(n, s) : 2 * normalCdf(-Math.abs(s) / Math.sqrt(variance));
  return { tauB, s, variance, p, isExact };
}

function tieSizes(values: ArrayLike<number>): readonly number[] {
  const counts = new Map<number, number>();
  for (const value of Array.from(values)) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts.values()];
}

/** P(|S| ≥ |s|) over all n! orders: shares of orders by their number of inversions. */
function exactP(n: number, s: number): number {
  const pairs = (n * (n - 1)) / 2;
  let shares = Float64Array.of(1);
  for (let i = 2; i <= n; i++) {
    const next = new Float64Array(shares.length + i - 1);
    for (let k = 0; k < shares.length; k++) {
      for (let j = 0; j < i; j++) next[k + j] = (next[k + j] ?? 0) + (shares[k] ?? 0) / i;
    }
    shares = next;
  }
  const far = Math.abs(s);
  const p = shares.reduce(
    (sum, share, k) => (Math.abs(pairs - 2 * k) >= far ? sum + share : sum),
    0,
  );
  return Math.min(1, p);
}

export function centred(values: ArrayLike<number>): Float64Array {
  const all = Float64Array.from(values);
  const mean = all.reduce((a, b) => a + b, 0) / all.length;
  return all.map((value) => value - mean);
}

export function dot(a: ArrayLike<number>, b: ArrayLike<number>): number {
  let sum = 0;
  for (let i = 0; i < a.length; i++) sum += (a[i] ?? 0) * (b[i] ?? 0);
  return sum;
}
