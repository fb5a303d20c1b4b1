import { square } from "../numeric/elementary/square.js";
import { normalCdf } from "../numeric/normal-cdf.js";
import { normalQuantile } from "../numeric/normal-quantile.js";
import { tQuantile } from "../numeric/student-t-quantile.js";

/** A two-sided test: its level, and the power that it is to have. */
export interface TestPlan {
  readonly alpha: number;
  readonly power: number;
}

/** z_{1−α/2} + z_power. */
const reach = ({ alpha, power }: TestPlan): number =>
  normalQuantile(1 - alpha / 2) + normalQuantile(power);

/**
 * Trajectories that a difference needs: (z_{1−α/2} + z_power)²·σ²/δ², σ the standard deviation of a trajectory's
 * difference. `trajectoriesFor(0.05, 1.7, { alpha: 0.01, power: 0.8 })` is 13,501.
 */
export const trajectoriesFor = (difference: number, sd: number, test: TestPlan): number =>
  square(reach(test) * sd) / square(difference);

/**
 * The smallest difference that a test with this standard error sees with the power asked for:
 * (t_{1−α/2} + t_power)·SE; normal quantiles without degrees of freedom.
 */
export const smallestDifference = (
  se: number,
  { alpha, power }: TestPlan,
  df: number = Infinity,
): number => (tQuantile(1 - alpha / 2, df) + tQuantile(power, df)) * se;

/** The probability that the test detects a difference on its own side: Φ(|δ|/SE − z_{1−α/2}), with t for few users. */
export const powerAt = (
  difference: number,
  se: number,
  alpha: number,
  df: number = Infinity,
): number =>
  se === 0
    ? Number(difference !== 0)
    : normalCdf(Math.abs(difference) / se - tQuantile(1 - alpha / 2, df));

/**
 * By how much the variance of a mean grows where m̄ values of a user go together with the intraclass correlation
 * given: 1 + (m̄ − 1)·ICC (Kish 1965). `designEffect(3, 0.1)` is 1.2.
 */
export const designEffect = (meanClusterSize: number, icc: number): number =>
  1 + (meanClusterSize - 1) * icc;
