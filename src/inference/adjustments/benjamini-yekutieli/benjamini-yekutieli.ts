import type { Adjustment } from "../adjustment.js";
import { requireProbabilities, stepUp } from "../ranked-p.js";

/**
 * Benjamini and Yekutieli's (2001) adjusted p-values, in the order given: Benjamini and Hochberg's
 * times 1 + 1/2 + … + 1/m, at most 1, which controls the expected share of false rejections under
 * every dependence. Throws a RangeError for a p outside [0, 1].
 * `benjaminiYekutieli([0.01, 0.04])` is [0.03, 0.06].
 */
export function benjaminiYekutieli(p: readonly number[]): number[] {
  requireProbabilities("benjaminiYekutieli", p);
  return stepUp(
    p,
    p.reduce((sum, _, i) => sum + 1 / (i + 1), 0),
  );
}

export const benjaminiYekutieliAdjustment: Adjustment = {
  name: "benjaminiYekutieli",
  title: "Benjamini–Yekutieli",
  purpose: "few false ones among the rejections, under every dependence",
  reference:
    "Benjamini and Yekutieli (2001), The control of the false discovery rate in multiple testing under dependency",
  controls: "falseDiscoveryRate",
  p: benjaminiYekutieli,
};
