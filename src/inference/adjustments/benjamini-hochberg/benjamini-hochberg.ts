import type { Adjustment } from "../adjustment.js";
import { requireProbabilities, stepUp } from "../ranked-p.js";

/**
 * Benjamini and Hochberg's (1995) adjusted p-values, in the order given: the running minimum of
 * (m/i)·p₍ᵢ₎ from the largest p down. They control the expected share of false rejections among
 * independent or positively dependent tests. Throws a RangeError for a p outside [0, 1].
 * `benjaminiHochberg([0.01, 0.04])` is [0.02, 0.04].
 */
export function benjaminiHochberg(p: readonly number[]): number[] {
  requireProbabilities("benjaminiHochberg", p);
  return stepUp(p, 1);
}

export const benjaminiHochbergAdjustment: Adjustment = {
  name: "benjaminiHochberg",
  title: "Benjamini–Hochberg",
  purpose: "few false ones among the rejections, for independent or positively dependent tests",
  reference: "Benjamini and Hochberg (1995), Controlling the false discovery rate",
  controls: "falseDiscoveryRate",
  p: benjaminiHochberg,
};
