import type { Dial } from "../dial.js";
import { shiftLogit } from "../shift-logit.js";

/** Some items make users stop, whatever they earn. */
export const stopsAtItem: Dial = {
  name: "stopsAtItem",
  purpose:
    "Some items make users stop, whatever they earn: value times a trait of the item is added to the logit of stopping.",
  assumption: "Whether a position is viewed depends on its rank alone.",
  value: { min: -3, max: 3, open: "none" },
  strong: 1.5,
  moves: "values",
  steps: (value) => ({
    stop: (h, visit) => {
      const item = visit.item[visit.candidate] as number;
      return shiftLogit(h, value * (visit.catalogue.attribute[item] as number));
    },
  }),
};
