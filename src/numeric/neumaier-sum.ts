/**
 * The sum of `values` with Neumaier's compensation: each addition's rounding error is kept apart and
 * added at the end, so the result is that of about twice the working precision. A sum that
 * meets an infinity or NaN, or overflows, is returned as plain addition gives it; no values sum to 0.
 * Neumaier, ZAMM 54 (1974). `neumaierSum([1, 1e100, 1, -1e100])` is 2, where plain addition gives 0.
 */
export function neumaierSum(values: ArrayLike<number>): number {
  let sum = 0;
  let compensation = 0;
  for (let at = 0; at < values.length; at++) {
    const value = values[at] ?? 0;
    const next = sum + value;
    compensation += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    sum = next;
  }
  return Number.isFinite(sum) ? sum + compensation : sum;
}

/** Adds a value to the sum at a place, what rounding takes off it to `lost`: their `neumaierTotals` are such sums. */
export function addTo(sums: Float64Array, lost: Float64Array, at: number, value: number): void {
  const sum = sums[at] ?? 0;
  const next = sum + value;
  const rest = Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
  lost[at] = (lost[at] ?? 0) + rest;
  sums[at] = next;
}

export const neumaierTotals = (sums: Float64Array, lost: Float64Array): Float64Array =>
  sums.map((sum, at) => (Number.isFinite(sum) ? sum + (lost[at] ?? 0) : sum));
