import type { Adjustment } from "./adjustment.js";
import { ranked, requireProbabilities, stepUp } from "./ranked-p.js";

/** min(1, m·p) for each of m p-values, which agree with intervals at level 1 − α/m. */
export const bonferroni: Adjustment & Required<Pick<Adjustment, "level">> = {
  name: "bonferroni",
  title: "Bonferroni",
  purpose: "no false rejection in the family, under every dependence, with intervals that agree",
  reference: "Dunn (1961), Multiple comparisons among means",
  controls: "familyWiseError",
  default: true,
  p: (p) => {
    requireProbabilities("bonferroni", p);
    return p.map((value) => Math.min(1, p.length * value));
  },
  level: (confidence, family) => 1 - (1 - confidence) / family,
};

/** The running maximum of (m − i + 1)·p₍ᵢ₎ from the smallest p up, at most 1. */
export const holm: Adjustment = {
  name: "holm",
  title: "Holm",
  purpose: "no false rejection in the family, under every dependence; never weaker than bonferroni",
  reference: "Holm (1979), A simple sequentially rejective multiple test procedure",
  controls: "familyWiseError",
  p: (p) => {
    requireProbabilities("holm", p);
    const adjusted = new Array<number>(p.length).fill(1);
    let largest = 0;
    for (const member of ranked(p)) {
      largest = Math.max(largest, (p.length - member.rank + 1) * member.p);
      adjusted[member.index] = Math.min(1, largest);
    }
    return adjusted;
  },
};

/** The running minimum of (m/i)·p₍ᵢ₎ from the largest p down. */
export const benjaminiHochberg: Adjustment = {
  name: "benjaminiHochberg",
  title: "Benjamini–Hochberg",
  purpose: "few false ones among the rejections, for independent or positively dependent tests",
  reference: "Benjamini and Hochberg (1995), Controlling the false discovery rate",
  controls: "falseDiscoveryRate",
  p: (p) => {
    requireProbabilities("benjaminiHochberg", p);
    return stepUp(p, 1);
  },
};

/** The same times 1 + 1/2 + … + 1/m, at most 1. */
export const benjaminiYekutieli: Adjustment = {
  name: "benjaminiYekutieli",
  title: "Benjamini–Yekutieli",
  purpose: "few false ones among the rejections, under every dependence",
  reference:
    "Benjamini and Yekutieli (2001), The control of the false discovery rate in multiple testing under dependency",
  controls: "falseDiscoveryRate",
  p: (p) => {
    requireProbabilities("benjaminiYekutieli", p);
    return stepUp(
      p,
      p.reduce((sum, _, i) => sum + 1 / (i + 1), 0),
    );
  },
};
