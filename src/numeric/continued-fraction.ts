/**
 * The value of β(0) + α(1)/(β(1) + α(2)/(β(2) + …)), by the modified Lentz algorithm (Thompson &
 * Barnett 1986), to double precision. The caller guarantees convergence.
 * `continuedFraction(() => 1, () => 1)` is 1.618033988749895, the golden ratio.
 */
export function continuedFraction(
  alpha: (n: number) => number,
  beta: (n: number) => number,
): number {
  let value = nonZero(beta(0));
  let c = value;
  let d = 0;
  for (let n = 1; n < maximumTerms; n++) {
    const a = alpha(n);
    const b = beta(n);
    d = 1 / nonZero(b + a * d);
    c = nonZero(b + a / c);
    value *= c * d;
    if (Math.abs(c * d - 1) < 2 ** -52) break;
  }
  return value;
}

/** Enough for every shape that is met here; a guard against rounding that never settles. */
const maximumTerms = 1_000_000;

function nonZero(x: number): number {
  return x === 0 ? 1e-300 : x;
}
