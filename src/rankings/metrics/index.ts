import { coverage } from "./coverage/coverage.js";
import { dcg } from "./dcg/dcg.js";
import { err } from "./err/err.js";
import { hit } from "./hit/hit.js";
import { idcg } from "./idcg/idcg.js";
import { map } from "./map/map.js";
import type { Metric } from "./metric.js";
import { mrr } from "./mrr/mrr.js";
import { ndcg } from "./ndcg/ndcg.js";
import { novelty } from "./novelty/novelty.js";
import { pndcg } from "./pndcg/pndcg.js";
import { popularity } from "./popularity/popularity.js";
import { precision } from "./precision/precision.js";
import { rbp } from "./rbp/rbp.js";
import { recall } from "./recall/recall.js";

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
