import { exp, pow } from "../../../numeric/index.js";
import type { Dial } from "../dial.js";

/** Users differ in how far they scroll. */
export const depthByTrait: Dial = {
  name: "depthByTrait",
  purpose:
    "Users differ in how far they scroll: a view is followed by another with probability (1 − h) to the power of exp(−value · trait).",
  assumption: "Whether a position is viewed depends on its rank alone.",
  value: { min: -2, max: 2, open: "none" },
  strong: 0.8,
  moves: "values",
  steps: (value) => ({
    stop: (h, { person }) => 1 - pow(1 - h, exp(-value * person.trait)),
  }),
};
