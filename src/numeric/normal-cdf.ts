import { continuedFraction } from "./continued-fraction.js";
import { exp } from "./elementary/exp.js";
import { outOfDomain } from "./out-of-domain.js";

/** Below this the series is short and exact enough; above it the continued fraction is short. */
export const normalTailStart: number = 1.25;

/** Φ(−40) is 4e-350, below every double; the squares of much larger numbers are no doubles either. */
const beyondDoubles = 40;

/**
 * Φ(x), the standard normal probability of a value below x in [−∞, ∞]. The relative error stays
 * near 1e-15 in the lower tail; for the upper tail ask `normalCdf(-x)`. Throws a RangeError for NaN.
 * `normalCdf(1.959963984540054)` is 0.975.
 */
export function normalCdf(x: number): number {
  if (Number.isNaN(x)) throw outOfDomain("normalCdf", "x", "[-∞, ∞]", x);
  if (Math.abs(x) < normalTailStart) return 0.5 + normalCentralArea(x);
  if (Math.abs(x) > beyondDoubles) return x < 0 ? 0 : 1;
  const tail = normalDensity(x) * millsRatio(Math.abs(x));
  return x < 0 ? tail : 1 - tail;
}

/** φ(x), the standard normal density: `normalDensity(0)` is 0.3989422804014327. */
export function normalDensity(x: number): number {
  // x² is split so that its rounding error, up to 1e-13 in the exponent, is not magnified by exp.
  const coarse = Math.round(x * 16) / 16;
  const rest = (x - coarse) * (x + coarse);
  return exp(-0.5 * coarse * coarse) * exp(-0.5 * rest) * inverseRoot2Pi;
}

/** Φ(x) − ½ by its series of terms of one sign (Abramowitz & Stegun 26.2.11); for |x| < 3. */
export function normalCentralArea(x: number): number {
  const square = x * x;
  let term = x;
  let sum = x;
  for (let odd = 3; Math.abs(term) > 1e-17 * Math.abs(sum); odd += 2) {
    term *= square / odd;
    sum += term;
  }
  return normalDensity(x) * sum;
}

/** Mills' ratio (1 − Φ(x))/φ(x) for x ≥ 1, by the even part of A&S 26.2.14. */
export function millsRatio(x: number): number {
  const square = x * x;
  const fraction = continuedFraction(
    (n) => -2 * n * (2 * n - 1),
    (n) => square + 4 * n + 1,
  );
  return x / fraction;
}

const inverseRoot2Pi = 0.3989422804014327;
