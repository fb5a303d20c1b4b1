import { requireProbabilities } from "./require-probabilities.js";

/**
 * Bonferroni's adjusted p-values, min(1, m·p), in the order given: they control the chance of any
 * false rejection under every dependence, and agree with intervals at level 1 − α/m. Throws a
 * RangeError for a p outside [0, 1]. `bonferroni([0.01, 0.04])` is [0.02, 0.08].
 */
export function bonferroni(p: readonly number[]): number[] {
  requireProbabilities("bonferroni", p);
  return p.map((value) => Math.min(1, p.length * value));
}
