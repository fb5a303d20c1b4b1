import { isReason } from "../../errors.js";
import { times } from "../../sql/expression.js";
import type { Estimator } from "../estimator.js";
import { byCluster } from "../grouped.js";
import { forEstimand, overCandidates, predictedParts, sumOf } from "../predicted.js";

/**
 * Conjunct effects (Saito, Ren and Joachims, ICML 2023, for single actions): Σ_a ε_t·q̂ + Σ_viewed ε_t(e)/ε_0(e)·(c − q̂).
 * Unbiased if predictions are right up to a constant within each cluster of a trajectory.
 */
export const offCem: Estimator = {
  name: "offCem",
  purpose: "predicted rewards of all candidates, corrected by weights of clusters",
  reference: "Saito, Ren and Joachims (ICML 2023), for rankings",
  assumptions: [
    "the assumptions of ips, with support for clusters in the place of items",
    "predictions that differ within a cluster as rewards do",
    "predictions that were not fitted on the rewards of the same users",
  ],
  parameters: [],
  canonical: () => ({}),
  role: () => "modelledReward",
  needs: [],
  formula: (question) => {
    const parts = predictedParts(question);
    if (isReason(parts)) return parts;
    const weighed = byCluster(question);
    if (isReason(weighed)) return weighed;
    const { reward, estimand, policy } = question;
    const { prediction, target } = parts;
    const components = [
      overCandidates(times(target, prediction)),
      weighed(reward.value),
      weighed(prediction),
    ];
    return forEstimand(sumOf(components, [1, 1, -1]), estimand, policy);
  },
};
