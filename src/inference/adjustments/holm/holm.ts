import type { Adjustment } from "../adjustment.js";
import { ranked, requireProbabilities } from "../ranked-p.js";

/**
 * Holm's (1979) step-down adjusted p-values, in the order given: the running maximum of
 * (m − i + 1)·p₍ᵢ₎, at most 1. Controls the chance of any false rejection under every dependence and is
 * never larger than Bonferroni's, but has no matching intervals. Throws a RangeError for a p outside
 * [0, 1]. `holm([0.01, 0.04])` is [0.02, 0.04].
 */
export function holm(p: readonly number[]): number[] {
  requireProbabilities("holm", p);
  const adjusted = new Array<number>(p.length).fill(1);
  let largest = 0;
  for (const member of ranked(p)) {
    largest = Math.max(largest, (p.length - member.rank + 1) * member.p);
    adjusted[member.index] = Math.min(1, largest);
  }
  return adjusted;
}

export const holmAdjustment: Adjustment = {
  name: "holm",
  title: "Holm",
  purpose: "no false rejection in the family, under every dependence; never weaker than bonferroni",
  reference: "Holm (1979), A simple sequentially rejective multiple test procedure",
  controls: "familyWiseError",
  p: holm,
};
