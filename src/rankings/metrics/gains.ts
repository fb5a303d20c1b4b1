import { pow } from "../../numeric/elementary/pow.js";
import type { Metric } from "./metric.js";
import { dcgOf, gainsOf, idealOf } from "./parts.js";

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

/**
 * Expected reciprocal rank: a reader stops at an item of grade g with chance (2^g − 1)/2^top and gains 1 over
 * that rank. Grades above `top` count as `top`.
 */
export const err: Metric = {
  name: "ERR",
  aliases: [],
  purpose: "the expected reciprocal of the rank at which a reader stops",
  reference: "Chapelle et al. (CIKM 2009), eq. 5",
  reads: ["top"],
  isLinear: false,
  most: 1,
  of({ grades }, { settings: { top }, cutoff }) {
    let [reading, sum] = [1, 0];
    for (let i = 0; i < grades.length && i < cutoff; i++) {
      const grade = Math.min(grades[i] ?? 0, top);
      if (!(grade > 0)) continue;
      const stops = (pow(2, grade) - 1) / pow(2, top);
      sum += (reading * stops) / (i + 1);
      reading *= 1 - stops;
    }
    return sum;
  },
};

/**
 * Rank-biased precision: (1 − p)·Σ gain·p^(rank − 1). Gains above 1 can take it above 1: write
 * `RBP(gain: binary)` for graded labels.
 */
export const rbp: Metric = {
  name: "RBP",
  aliases: [],
  purpose: "gain per item read by a reader who goes on with chance p",
  reference: "Moffat and Zobel (TOIS 2008), eq. 7",
  reads: ["gain", "negatives", "relevant", "p"],
  isLinear: true,
  most: null,
  of(list, { settings, cutoff }) {
    const gains = gainsOf(list, settings);
    let [weight, sum] = [1 - settings.p, 0];
    for (let i = 0; i < gains.length && i < cutoff; i++) {
      sum += (gains[i] ?? 0) * weight;
      weight *= settings.p;
    }
    return sum;
  },
};
