import type { Metric } from "../metric.js";
import { idealOf } from "../parts.js";

/** The DCG of the user's ideal list: what nDCG divides by, and the most that DCG can be. */
export const idcg: Metric = {
  name: "iDCG",
  aliases: ["IDCG"],
  purpose: "the DCG of the ideal list",
  reference: "Järvelin and Kekäläinen (2002)",
  reads: ["gain", "negatives", "discount", "ideal", "relevant"],
  isLinear: true,
  most: null,
  of: idealOf,
};
