import { regularizedGammaQ } from "./incomplete-gamma.js";
import { outOfDomain } from "./out-of-domain.js";

/**
 * The probability that a χ² variable with `df` in (0, ∞) degrees of freedom exceeds `x` in [0, ∞]:
 * the p-value of a χ² statistic, accurate in the far tail. Throws a RangeError elsewhere.
 * `chiSquaredUpperTail(10, 4)` is 0.04042768199451279.
 */
export function chiSquaredUpperTail(x: number, df: number): number {
  if (!(x >= 0)) throw outOfDomain("chiSquaredUpperTail", "x", "[0, ∞]", x);
  if (!(df > 0 && df < Number.POSITIVE_INFINITY)) {
    throw outOfDomain("chiSquaredUpperTail", "df", "(0, ∞)", df);
  }
  return regularizedGammaQ(df / 2, x / 2);
}
