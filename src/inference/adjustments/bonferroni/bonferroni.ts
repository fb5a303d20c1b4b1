import type { Adjustment } from "../adjustment.js";
import { requireProbabilities } from "../ranked-p.js";

/**
 * Bonferroni's adjusted p-values, min(1, m·p), in the order given: they control the chance of any
 * false rejection under every dependence, and agree with intervals at level 1 − α/m. Throws a
 * RangeError for a p outside [0, 1]. `bonferroni([0.01, 0.04])` is [0.02, 0.08].
 */
export function bonferroni(p: readonly number[]): number[] {
  requireProbabilities("bonferroni", p);
  return p.map((value) => Math.min(1, p.length * value));
}

export const bonferroniAdjustment: Adjustment = {
  name: "bonferroni",
  title: "Bonferroni",
  purpose: "no false rejection in the family, under every dependence, with intervals that agree",
  reference: "Dunn (1961), Multiple comparisons among means",
  controls: "familyWiseError",
  default: true,
  p: bonferroni,
  level: (confidence, family) => 1 - (1 - confidence) / family,
};
