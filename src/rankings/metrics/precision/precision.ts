import { choiceOf } from "../../conventions/index.js";
import type { Metric } from "../metric.js";
import { relevanceOf, sumUpTo } from "../parts.js";

/** The share of the listed items that is relevant; 0 of an empty list. */
export const precision: Metric = {
  name: "Precision",
  aliases: ["P"],
  purpose: "the share of the listed items that is relevant",
  reference: "van Rijsbergen (1979), chapter 7",
  reads: ["relevant", "precisionBy"],
  isLinear: true,
  most: 1,
  of(list, { settings, cutoff }) {
    const all = choiceOf("precisionBy", settings.precisionBy).of(cutoff, list.grades.length);
    return all === 0 ? 0 : sumUpTo(relevanceOf(list, settings), cutoff) / all;
  },
};
