import { continuedFraction } from "./continued-fraction.js";
import { deviancePart } from "./deviance-part.js";
import { exp } from "./elementary/exp.js";
import { stirlingCorrection } from "./log-gamma.js";
import { outOfDomain } from "./out-of-domain.js";

/**
 * P(a, x) = γ(a, x)/Γ(a), the share of a gamma distribution of shape a in (0, ∞) that lies below
 * x in [0, ∞]; accurate in the lower tail. Throws a RangeError elsewhere.
 * `regularizedGammaP(1, 2)` is 0.8646647167633873, that is 1 − e⁻².
 */
export function regularizedGammaP(a: number, x: number): number {
  requireDomain("regularizedGammaP", a, x);
  if (x === 0) return 0;
  return x < a + 1 ? lower(a, x) : 1 - upper(a, x);
}

/**
 * Q(a, x) = 1 − P(a, x), the share above x; accurate in the upper tail, to 1e-300. Same domain.
 * `regularizedGammaQ(1, 2)` is 0.1353352832366127, that is e⁻².
 */
export function regularizedGammaQ(a: number, x: number): number {
  requireDomain("regularizedGammaQ", a, x);
  if (x === 0) return 1;
  return x < a + 1 ? 1 - lower(a, x) : upper(a, x);
}

function requireDomain(caller: string, a: number, x: number): void {
  if (!(a > 0 && a < Number.POSITIVE_INFINITY)) throw outOfDomain(caller, "a", "(0, ∞)", a);
  if (!(x >= 0)) throw outOfDomain(caller, "x", "[0, ∞]", x);
}

/** The power series, DLMF 8.11.4. */
function lower(a: number, x: number): number {
  let term = 1;
  let sum = 1;
  for (let n = 1; term > 1e-17 * sum; n++) {
    term *= x / (a + n);
    sum += term;
  }
  return (density(a, x) / a) * sum;
}

/** The even part of the continued fraction, DLMF 8.9.2. */
function upper(a: number, x: number): number {
  if (x === Number.POSITIVE_INFINITY) return 0;
  const fraction = continuedFraction(
    (n) => n * (a - n),
    (n) => x - a + 2 * n + 1,
  );
  return density(a, x) / fraction;
}

/** x^a·e^(−x)/Γ(a), from deviations rather than from large logarithms. */
function density(a: number, x: number): number {
  return Math.sqrt(a / (2 * Math.PI)) * exp(-stirlingCorrection(a) - deviancePart(a, x));
}
