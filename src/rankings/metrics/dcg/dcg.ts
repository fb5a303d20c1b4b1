import type { Metric } from "../metric.js";
import { dcgOf } from "../parts.js";

/** Discounted cumulative gain: Σ gain·discount over the ranks up to the cutoff. Grades 1, 0, 1 have DCG 1.5. */
export const dcg: Metric = {
  name: "DCG",
  aliases: [],
  purpose: "Σ gain × discount: an estimate of what a list earns",
  reference: "Järvelin and Kekäläinen (2002); Jeunen et al. (KDD 2024), §4",
  reads: ["gain", "negatives", "discount", "relevant"],
  isLinear: true,
  most: null,
  of: dcgOf,
};
