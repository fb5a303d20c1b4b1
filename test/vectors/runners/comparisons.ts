import { benjaminiHochberg, benjaminiYekutieli, bonferroni, holm } from "../../../src/index.js";
import { type Runner, runner } from "../case.js";

/** Families of tests. */
export const comparisonRunners: readonly Runner[] = [
  runner<{ readonly p: readonly number[] }>("multipleComparisons", ({ p }) => ({
    bonferroni: bonferroni(p),
    holm: holm(p),
    bh: benjaminiHochberg(p),
    by: benjaminiYekutieli(p),
  })),
];
