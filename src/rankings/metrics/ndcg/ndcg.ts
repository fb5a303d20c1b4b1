import type { Metric } from "../metric.js";
import { dcgOf, idealOf } from "../parts.js";

/**
 * DCG over the DCG of the user's ideal list; not defined where that is 0. It can order models otherwise than
 * DCG does: a user with few relevant items weighs more. Grades 1, 0, 1 have nDCG 1.5/1.6309 = .9197.
 */
export const ndcg: Metric = {
  name: "nDCG",
  aliases: ["NDCG"],
  purpose: "DCG over the ideal DCG, user by user",
  reference: "Järvelin and Kekäläinen (2002); Jeunen et al. (KDD 2024), §5",
  reads: ["gain", "negatives", "discount", "ideal", "relevant"],
  isLinear: true,
  most: 1,
  dividesByIdeal: true,
  of(list, terms) {
    const ideal = idealOf(list, terms);
    return ideal > 0 ? dcgOf(list, terms) / ideal : null;
  },
};
