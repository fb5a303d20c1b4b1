import { exp } from "../numeric/elementary/exp.js";
import { square } from "../numeric/elementary/square.js";
import { normalCdf } from "../numeric/normal-cdf.js";

export interface Posterior {
  readonly mean: number;
  readonly sd: number;
  /** The chance that the effect is above 0. */
  readonly chanceAbove: number;
  /** What choosing the effect loses on average: E[max(0, −effect)]. */
  readonly expectedLoss: number;
}

/**
 * The posterior of an effect with a normal prior around 0 and a normal estimate of it: precisions add, so that the
 * estimate is drawn towards 0 by sd²/(sd² + SE²). With m and s of the posterior, P(effect > 0) = Φ(m/s) and
 * E[max(0, −effect)] = s·φ(m/s) − m·Φ(−m/s). An estimate of .04 ± .03 under a prior of sd .04 has the mean .0256,
 * a chance of .857 and a loss of .0018. Throws a RangeError for a prior without width.
 */
export function posteriorOf(
  { value, se }: { readonly value: number; readonly se: number },
  priorSd: number,
): Posterior {
  if (!(priorSd > 0 && priorSd < Infinity)) {
    throw new RangeError(`The prior's standard deviation must be in (0, ∞); it is ${priorSd}.`);
  }
  const weight = square(priorSd) / (square(priorSd) + square(se));
  const [mean, sd] = [weight * value, se * Math.sqrt(weight)];
  if (sd === 0) {
    const chanceAbove = mean > 0 ? 1 : mean < 0 ? 0 : 0.5;
    return { mean, sd, chanceAbove, expectedLoss: Math.max(0, -mean) };
  }
  const z = mean / sd;
  const density = (sd * exp(-square(z) / 2)) / Math.sqrt(2 * Math.PI);
  return { mean, sd, chanceAbove: normalCdf(z), expectedLoss: density - mean * normalCdf(-z) };
}
