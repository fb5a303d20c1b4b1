import { normalCdf } from "../numeric/index.js";

/** An estimate from a log of its own. */
export interface Independent {
  readonly value: number;
  readonly se: number;
}

/**
 * b − a for two independent arms: the errors add in quadrature (a Welch-type standard error); `p` is
 * one-sided for b ≤ a. Arms .5 ± .144 and .545 ± .185 differ by .045 ± .234, p = .423.
 */
export function independentDifference(
  a: Independent,
  b: Independent,
): { readonly value: number; readonly se: number; readonly p: number } {
  const value = b.value - a.value;
  const se = Math.hypot(a.se, b.se);
  return { value, se, p: se === 0 ? (value > 0 ? 0 : 1) : normalCdf(-value / se) };
}
