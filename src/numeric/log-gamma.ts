import { ln } from "./elementary/ln.js";
import { log1p } from "./elementary/log1p.js";
import { outOfDomain } from "./out-of-domain.js";

/** ζ(k) − 1, k = 2 … 28. */
const zetaMinusOne: readonly number[] = [
  0.6449340668482264, 0.2020569031595943, 0.08232323371113819, 0.03692775514336993,
  0.01734306198444914, 0.008349277381922827, 0.00407735619794434, 0.0020083928260822143,
  0.0009945751278180853, 0.0004941886041194645, 0.0002460865533080483, 0.00012271334757848915,
  6.124813505870483e-5, 3.058823630702049e-5, 1.528225940865187e-5, 7.637197637899763e-6,
  3.81729326499984e-6, 1.908212716553939e-6, 9.539620338727962e-7, 4.769329867878064e-7,
  2.38450502727733e-7, 1.1921992596531106e-7, 5.960818905125948e-8, 2.980350351465228e-8,
  1.4901554828365043e-8, 7.45071178983543e-9, 3.725334024788457e-9,
];

const oneMinusEuler = 0.42278433509846713;

/** B_2k / (2k(2k − 1)), k = 1 … 8: the coefficients of x^(1 − 2k). */
const stirlingCoefficients: readonly number[] = [
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
const stirlingThreshold = 10;

/**
 * log Γ(x) for x in (0, ∞), to about 1e-15 relative, also near its zeros at 1 and 2. Uses the
 * Taylor series at 2 (DLMF 5.7.3) and Stirling's from 10 on (5.11.1). Throws a RangeError elsewhere.
 * `logGamma(0.5)` is 0.5723649429247001, half the logarithm of π.
 */
export function logGamma(x: number): number {
  if (!(x > 0 && x < Number.POSITIVE_INFINITY)) throw outOfDomain("logGamma", "x", "(0, ∞)", x);
  if (x >= stirlingThreshold) {
    return (x - 0.5) * (ln(x) - 1) + (0.5 * ln(2 * Math.PI) - 0.5) + stirlingSeries(x);
  }
  if (x < 0.5) return aroundTwo(x) - log1p(x) - ln(x);
  if (x < 1.5) return aroundTwo(x - 1) - log1p(x - 1);
  let rest = x;
  let product = 1;
  while (rest > 2.5) {
    rest -= 1;
    product *= rest;
  }
  return aroundTwo(rest - 2) + ln(product);
}

/** log Γ(2 + z), |z| ≤ ½. */
function aroundTwo(z: number): number {
  const tail = zetaMinusOne.reduceRight((sum, zeta, i) => zeta / (i + 2) - z * sum, 0);
  return z * (oneMinusEuler + z * tail);
}

/**
 * The asymptotic series of log Γ(x) − [(x − ½)·log x − x + ½·log 2π] for x ≥ 10 (DLMF 5.11.1).
 * `stirlingSeries(10)` is 0.00833056343336287.
 */
function stirlingSeries(x: number): number {
  const square = 1 / (x * x);
  return stirlingCoefficients.reduceRight((sum, coefficient) => sum * square + coefficient, 0) / x;
}

/**
 * The error of Stirling's formula, log Γ(x) − [(x − ½)·log x − x + ½·log 2π], for x > 0: the small
 * part of log Γ, which differences of large values of log Γ would lose.
 * `stirlingCorrection(1)` is 0.08106146679532726, that is 1 − ½·log 2π.
 */
export function stirlingCorrection(x: number): number {
  if (x >= stirlingThreshold) return stirlingSeries(x);
  return logGamma(x) - ((x - 0.5) * ln(x) - x + 0.5 * ln(2 * Math.PI));
}
