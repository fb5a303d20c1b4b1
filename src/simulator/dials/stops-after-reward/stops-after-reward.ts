import type { Dial } from "../dial.js";
import { shiftLogit } from "../shift-logit.js";

/** A reward changes whether the user goes on. */
export const stopsAfterReward: Dial = {
  name: "stopsAfterReward",
  purpose:
    "A reward changes whether the user goes on: its value is added to the logit of stopping there.",
  assumption: "Whether a position is viewed depends on its rank alone.",
  value: { min: -6, max: 6, open: "none" },
  strong: 3,
  moves: "values",
  steps: (value) => ({
    stop: (h, _visit, rewarded) => (rewarded ? shiftLogit(h, value) : h),
  }),
};
