import { choiceOf } from "../../conventions/index.js";
import type { Metric } from "../metric.js";
import { relevanceOf, relevantLabels, sumUpTo } from "../parts.js";

/** Relevant items listed, of those that there are; not defined for a user without any. */
export const recall: Metric = {
  name: "Recall",
  aliases: ["R"],
  purpose: "the share of the relevant items that is listed",
  reference: "van Rijsbergen (1979), chapter 7",
  reads: ["relevant", "recallBy"],
  isLinear: true,
  most: 1,
  of(list, { settings, cutoff }) {
    const relevant = relevantLabels(list, settings);
    if (relevant === 0) return null;
    const all = choiceOf("recallBy", settings.recallBy).of(cutoff, relevant);
    return sumUpTo(relevanceOf(list, settings), cutoff) / all;
  },
};
