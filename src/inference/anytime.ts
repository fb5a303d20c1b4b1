import { ln, square } from "../numeric/index.js";
import { lambertWMinus1 } from "../numeric/lambert-w.js";

/**
 * η² of a confidence sequence that is tightest when `planned` trajectories have come:
 * (−W₋₁(−α²/e) − 1)/planned, α = 1 − confidence (Waudby-Smith, Arbour, Sinha, Kennedy and Ramdas, Annals of
 * Statistics 2024). `mixingFor(0.05, 1000)` is 0.008211968062068253.
 */
export const mixingFor = (alpha: number, planned: number): number =>
  (-lambertWMinus1(-square(alpha) / Math.E) - 1) / planned;

/**
 * The margin of a two-sided asymptotic confidence sequence after t values of standard deviation 1: it holds the
 * mean at all times together with the chance 1 − α.
 */
export const sequenceMargin = (t: number, mixing: number, alpha: number): number => {
  const g = t * mixing + 1;
  return Math.sqrt(((2 * g) / (t * t * mixing)) * ln(Math.sqrt(g) / alpha));
};

/** ln of the e-value against a mean of 0, `sum` the sum of t values of standard deviation 1. */
export const logEValue = (sum: number, t: number, mixing: number): number => {
  const g = t * mixing + 1;
  return (mixing * sum * sum) / (2 * g) - ln(g) / 2;
};
