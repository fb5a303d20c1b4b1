import type { Metric } from "../metric.js";
import { firstRelevant } from "../parts.js";

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
