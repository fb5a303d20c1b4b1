/** B_2k / (2k(2k − 1)), k = 1 … 8: the coefficients of x^(1 − 2k). */
const coefficients: readonly number[] = [
  1 / 12,
  -1 / 360,
  1 / 1260,
  -1 / 1680,
  1 / 1188,
  -691 / 360360,
  1 / 156,
  -3617 / 122400,
];

/** From here on the eight terms above reach full double precision. */
export const stirlingThreshold: number = 10;

/**
 * The asymptotic series of log Γ(x) − [(x − ½)·log x − x + ½·log 2π] for x ≥ 10 (DLMF 5.11.1).
 * `stirlingSeries(10)` is 0.00833056343336287.
 */
export function stirlingSeries(x: number): number {
  const square = 1 / (x * x);
  return coefficients.reduceRight((sum, coefficient) => sum * square + coefficient, 0) / x;
}
