import { outOfDomain } from "./out-of-domain.js";

/** B_2k / 2k, k = 1 … 8: the coefficients of x^(−2k). */
const coefficients: readonly number[] = [
  1 / 12,
  -1 / 120,
  1 / 252,
  -1 / 240,
  1 / 132,
  -691 / 32760,
  1 / 12,
  -3617 / 8160,
];

/**
 * ψ(x), the derivative of log Γ, for x in (0, ∞): the recurrence ψ(x) = ψ(x + 1) − 1/x up to 10, from
 * there the asymptotic series (DLMF 5.11.2). Absolute error about 1e-15·(1 + |ψ|); throws a RangeError elsewhere.
 * `digamma(1)` is −0.5772156649015329, minus Euler's constant.
 */
export function digamma(x: number): number {
  if (!(x > 0 && x < Number.POSITIVE_INFINITY)) throw outOfDomain("digamma", "x", "(0, ∞)", x);
  let shift = 0;
  let large = x;
  for (; large < 10; large += 1) shift += 1 / large;
  const square = 1 / (large * large);
  const series = coefficients.reduceRight((sum, coefficient) => (sum + coefficient) * square, 0);
  return Math.log(large) - 0.5 / large - series - shift;
}
