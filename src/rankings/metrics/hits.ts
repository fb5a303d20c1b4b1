import { choiceOf } from "../conventions/index.js";
import type { Metric } from "./metric.js";
import { firstRelevant, relevanceOf, relevantLabels, sumUpTo } from "./parts.js";

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

/** 1 where a relevant item is listed, else 0. */
export const hit: Metric = {
  name: "Hit",
  aliases: ["Success", "HitRate"],
  purpose: "whether a relevant item is listed",
  reference: "Deshpande and Karypis (TOIS 2004), §6",
  reads: ["relevant"],
  isLinear: false,
  most: 1,
  of: (list, terms) => (firstRelevant(list, terms) < Infinity ? 1 : 0),
};

/** 1 over the rank of the first relevant item; 0 without one. */
export const mrr: Metric = {
  name: "MRR",
  aliases: ["RR"],
  purpose: "1 over the rank of the first relevant item",
  reference: "Voorhees (TREC-8, 1999)",
  reads: ["relevant"],
  isLinear: false,
  most: 1,
  of: (list, terms) => 1 / firstRelevant(list, terms),
};

/** Average precision: the precision at every relevant item, summed and divided by the relevant items. */
export const map: Metric = {
  name: "MAP",
  aliases: ["AP"],
  purpose: "the mean precision at the ranks of relevant items",
  reference: "Buckley and Voorhees (SIGIR 2000)",
  reads: ["relevant", "recallBy"],
  isLinear: false,
  most: 1,
  of(list, { settings, cutoff }) {
    const relevant = relevantLabels(list, settings);
    if (relevant === 0) return null;
    let [count, sum] = [0, 0];
    for (let i = 0; i < list.grades.length && i < cutoff; i++) {
      if (!((list.grades[i] ?? 0) >= settings.relevant)) continue;
      count += 1;
      sum += count / (i + 1);
    }
    return sum / choiceOf("recallBy", settings.recallBy).of(cutoff, relevant);
  },
};
