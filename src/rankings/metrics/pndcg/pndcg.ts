import type { Metric } from "../metric.js";
import { dcgOf, idealOf } from "../parts.js";

/**
 * Post-normalised DCG: the DCG of all users over the ideal DCG of all users, one division. It orders
 * models as DCG does and lies between 0 and 1. Jeunen et al. (KDD 2024), §5.
 */
export const pndcg: Metric = {
  name: "pnDCG",
  aliases: ["PNDCG"],
  purpose: "DCG of all users over their ideal DCG: nDCG's scale, DCG's order",
  reference: "Jeunen et al. (KDD 2024), §5",
  reads: ["gain", "negatives", "discount", "ideal", "relevant"],
  isLinear: true,
  most: 1,
  dividesByIdeal: true,
  of: dcgOf,
  per: idealOf,
};
