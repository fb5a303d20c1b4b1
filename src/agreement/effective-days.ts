/**
 * How many independent days so many days in a row are worth to a correlation: n·(1 − ab)/(1 + ab), where a and
 * b are the lag-1 autocorrelations of the two series (Bartlett 1935); at most n, and n where a·b ≤ 0. From a
 * week of days this is itself rough. `effectiveDays([1, 2, 3, 4, 5, 6], [1, 2, 3, 4, 5, 6])` is 3.6.
 */
export function effectiveDays(x: readonly number[], y: readonly number[]): number {
  const together = lagOne(x) * lagOne(y);
  return together > 0 ? (x.length * (1 - together)) / (1 + together) : x.length;
}

function lagOne(values: readonly number[]): number {
  const mean = values.reduce((a, b) => a + b, 0) / values.length;
  const centred = values.map((value) => value - mean);
  const square = centred.reduce((sum, each) => sum + each * each, 0);
  const product = centred.slice(1).reduce((sum, each, i) => sum + each * (centred[i] ?? 0), 0);
  return square > 0 ? product / square : 0;
}
