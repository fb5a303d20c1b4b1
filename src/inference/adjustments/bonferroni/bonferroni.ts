import type { Adjustment } from "../adjustment.js";
import { bonferroni as formulas } from "../bonferroni.js";

/**
 * Bonferroni's adjusted p-values, min(1, m·p), in the order given: they control the chance of any
 * false rejection under every dependence, and agree with intervals at level 1 − α/m. Throws a
 * RangeError for a p outside [0, 1]. `bonferroni([0.01, 0.04])` is [0.02, 0.08].
 */
export const bonferroni: (p: readonly number[]) => number[] = formulas.p;

export const bonferroniAdjustment: Adjustment = {
  name: "bonferroni",
  title: "Bonferroni",
  purpose: "no false rejection in the family, under every dependence, with intervals that agree",
  reference: "Dunn (1961), Multiple comparisons among means",
  controls: "familyWiseError",
  default: true,
  ...formulas,
};
