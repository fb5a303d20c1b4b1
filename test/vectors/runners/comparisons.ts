import { adjustments } from "../../../src/inference/adjustments/index.js";
import { type Runner, runner } from "../case.js";

const adjusted = (by: string, p: readonly number[]): readonly number[] | undefined =>
  adjustments.find(({ name }) => name === by)?.p(p);

/** Families of tests. */
export const comparisonRunners: readonly Runner[] = [
  runner<{ readonly p: readonly number[] }>("multipleComparisons", ({ p }) => ({
    bonferroni: adjusted("bonferroni", p),
    holm: adjusted("holm", p),
    bh: adjusted("benjaminiHochberg", p),
    by: adjusted("benjaminiYekutieli", p),
  })),
];
