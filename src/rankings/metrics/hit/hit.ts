import type { Metric } from "../metric.js";
import { firstRelevant } from "../parts.js";

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
