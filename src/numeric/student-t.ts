import { exp } from "./elementary/exp.js";
import { normalCdf } from "./normal-cdf.js";
import { outOfDomain } from "./out-of-domain.js";
import { studentTKernel } from "./student-t-kernel.js";

/**
 * The probability that Student's t with `df` in (0, ∞] degrees of freedom falls below `t` in [−∞, ∞];
 * accurate in the lower tail (for the upper one see `tUpperTail`). Infinite df is the normal.
 * Throws a RangeError elsewhere. `tCdf(1.2, 3)` is 0.8418689426509474.
 */
export function tCdf(t: number, df: number): number {
  requireDomain("tCdf", t, df);
  return upperTail(-t, df);
}

/**
 * The probability of a value above `t`, accurate in the far tail. Domain as for `tCdf`.
 * `tUpperTail(2.5, 5)` is 0.02724504967118809.
 */
export function tUpperTail(t: number, df: number): number {
  requireDomain("tUpperTail", t, df);
  return upperTail(t, df);
}

/**
 * The two-sided p-value of a t statistic: the probability of a value farther from 0 than `t`.
 * Domain as for `tCdf`. `tTwoSidedP(-2.5, 5)` is 0.05449009934237618.
 */
export function tTwoSidedP(t: number, df: number): number {
  requireDomain("tTwoSidedP", t, df);
  return 2 * upperTail(Math.abs(t), df);
}

function requireDomain(caller: string, t: number, df: number): void {
  if (Number.isNaN(t)) throw outOfDomain(caller, "t", "[-∞, ∞]", t);
  if (!(df > 0)) throw outOfDomain(caller, "df", "(0, ∞]", df);
}

function upperTail(t: number, df: number): number {
  if (df === Number.POSITIVE_INFINITY || !Number.isFinite(t)) return normalCdf(-t);
  if (t === 0) return 0.5;
  const { scale, exponent, fraction } = studentTKernel(Math.abs(t), df);
  const part = ((scale * exp(exponent)) / fraction) * 0.5;
  if (Math.abs(t) < 1) return t < 0 ? 0.5 + part : 0.5 - part;
  return t < 0 ? 1 - part : part;
}
