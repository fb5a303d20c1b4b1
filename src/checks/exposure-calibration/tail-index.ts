import { ln } from "../../numeric/elementary/ln.js";

/**
 * Hill's tail index of the k largest weights: 1/mean ln(w₍ᵢ₎/w₍ₖ₊₁₎), i ≤ k (Hill, Annals of Statistics 1975); below
 * 2 their variance is infinite in the limit. `rows` says how often each weight occurs; k is ⌈√n⌉ without it. Not
 * finite where the k + 1 largest are equal. `tailIndex([1, 2, 4], [1, 1, 1], 1)` is 1/ln 2.
 */
export function tailIndex(
  weights: ArrayLike<number>,
  rows: ArrayLike<number>,
  k: number = Math.ceil(Math.sqrt(Array.from(rows).reduce((sum, each) => sum + each, 0))),
): number {
  const order = Array.from(weights, (weight, at) => ({ weight, count: rows[at] ?? 0 }))
    .filter(({ weight, count }) => weight > 0 && count > 0)
    .sort((a, b) => b.weight - a.weight);
  let [left, logs] = [k, 0];
  for (const { weight, count } of order) {
    if (left < count) return k / (logs - k * ln(weight) + left * ln(weight));
    logs += count * ln(weight);
    left -= count;
  }
  return Number.POSITIVE_INFINITY;
}
