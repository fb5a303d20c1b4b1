import type { Adjustment } from "./adjustment.js";
import {
  benjaminiHochberg,
  benjaminiHochbergAdjustment,
} from "./benjamini-hochberg/benjamini-hochberg.js";
import {
  benjaminiYekutieli,
  benjaminiYekutieliAdjustment,
} from "./benjamini-yekutieli/benjamini-yekutieli.js";
import { bonferroni, bonferroniAdjustment } from "./bonferroni/bonferroni.js";
import { holm, holmAdjustment } from "./holm/holm.js";
import { maxT } from "./max-t/max-t.js";

/** Every adjustment for many comparisons, in the order in which documentation shows them. */
export const adjustments: readonly Adjustment[] = [
  bonferroniAdjustment,
  maxT,
  holmAdjustment,
  benjaminiHochbergAdjustment,
  benjaminiYekutieliAdjustment,
];

/** An adjustment as sentences call it; one that is not of the list, by its name. */
export const adjustmentTitle = (name: string): string =>
  adjustments.find((each) => each.name === name)?.title ?? name;

/** The arithmetic of each on its own. */
export { benjaminiHochberg, benjaminiYekutieli, bonferroni, holm };
