import type { Adjustment } from "./adjustment.js";
import { maxT } from "./max-t.js";
import { benjaminiHochberg, benjaminiYekutieli, bonferroni, holm } from "./table.js";

/** Every adjustment for many comparisons, in the order in which documentation shows them. */
export const adjustments: readonly Adjustment[] = [
  bonferroni,
  maxT,
  holm,
  benjaminiHochberg,
  benjaminiYekutieli,
];

/** An adjustment as sentences call it; one that is not of the list, by its name. */
export const adjustmentTitle = (name: string): string =>
  adjustments.find((adjustment) => adjustment.name === name)?.title ?? name;
