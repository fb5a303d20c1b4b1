import { square } from "../numeric/index.js";

/** A difference and its baseline with their second moments. */
export interface Ratio {
  readonly difference: number;
  readonly baseline: number;
  readonly varDifference: number;
  readonly varBaseline: number;
  readonly covariance: number;
}

/**
 * Fieller's interval of the lift ℓ = difference ÷ baseline: all ℓ for which difference − ℓ·baseline is
 * not rejected at t. It holds 0 exactly when difference ± t·SE does. Undefined where it is unbounded: where
 * the baseline is within t standard errors of 0.
 */
export function liftInterval(
  { difference, baseline, varDifference, varBaseline, covariance }: Ratio,
  t: number,
): readonly [lo: number, hi: number] | undefined {
  const a = square(baseline) - square(t) * varBaseline;
  if (!(a > 0)) return undefined;
  const half = difference * baseline - square(t) * covariance;
  const c = square(difference) - square(t) * varDifference;
  const root = Math.sqrt(Math.max(0, square(half) - a * c));
  const far = half >= 0 ? half + root : half - root;
  const [one, other] = [far / a, far === 0 ? 0 : c / far];
  return one < other ? [one, other] : [other, one];
}
