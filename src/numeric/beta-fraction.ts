import { continuedFraction } from "./continued-fraction.js";

/**
 * The continued fraction F for which I_x(a, b) = x^a·y^b / (B(a, b)·F), where y = 1 − x is given
 * separately so that neither loses digits. Converges fast for x ≤ a/(a + b). DiDonato & Morris,
 * ACM TOMS 18 (1992). `betaFraction(1, 1, 0.25, 0.75)` is 0.75, as I_x(1, 1) = x.
 */
export function betaFraction(a: number, b: number, x: number, y: number): number {
  const lambda = a * y - b * x;
  return continuedFraction(
    (n) => {
      const step = a + 2 * n - 1;
      return ((a + n - 1) / step) * ((a + b + n - 1) / step) * n * (b - n) * x * x;
    },
    (n) => {
      const inner = n === 0 ? 0 : (n * (b - n) * x) / (a + 2 * n - 1);
      return n + inner + ((a + n) / (a + 2 * n + 1)) * (lambda + 1 + n * (1 + y));
    },
  );
}
