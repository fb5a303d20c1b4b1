import { dcg, err, idcg, ndcg, pndcg, rbp } from "./gains.js";
import { hit, map, mrr, precision, recall } from "./hits.js";
import { coverage, novelty, popularity } from "./items.js";
import type { Metric } from "./metric.js";

/** Every metric, in the order in which documentation shows them. */
export const metrics: readonly Metric[] = [
  dcg,
  ndcg,
  pndcg,
  idcg,
  recall,
  precision,
  hit,
  mrr,
  map,
  err,
  rbp,
  coverage,
  popularity,
  novelty,
];

/** The metrics whose orders of models are compared: what a list earns, the same divided user by user, and once. */
export const dcgFamily: { readonly sum: Metric; readonly byUser: Metric; readonly once: Metric } = {
  sum: dcg,
  byUser: ndcg,
  once: pndcg,
};
