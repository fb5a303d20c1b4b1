import { logGamma } from "./log-gamma.js";
import { stirlingSeries, stirlingThreshold } from "./stirling-series.js";

/**
 * The error of Stirling's formula, log Γ(x) − [(x − ½)·log x − x + ½·log 2π], for x > 0: the small
 * part of log Γ, which differences of large values of log Γ would lose.
 * `stirlingCorrection(1)` is 0.08106146679532726, that is 1 − ½·log 2π.
 */
export function stirlingCorrection(x: number): number {
  if (x >= stirlingThreshold) return stirlingSeries(x);
  return logGamma(x) - ((x - 0.5) * Math.log(x) - x + 0.5 * Math.log(2 * Math.PI));
}
