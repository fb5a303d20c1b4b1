import { isReason } from "../../errors.js";
import { clipConflict, clipParameter, clipRatioParameter, unclipped } from "../clipping.js";
import type { Estimator } from "../estimator.js";
import { canonicalGain, discountedGain, gainParameters } from "../gain.js";
import { rewarded, rewardFormula, rewardOfViews } from "../parts.js";

/**
 * Discounted cumulative gain: the mean over trajectories of Σ gain · discount(target rank). With
 * the curve as discount and gain qhat it is the unbiased importance-sampling estimator of the
 * policy's online reward (paper, Eq. (9)); the other variants are scores.
 */
export const dcg: Estimator = {
  name: "dcg",
  purpose: "what a policy given by ranks would have earned, by discounted cumulative gain",
  reference: "Jeunen et al. (KDD 2024), Eq. (9) and Table 2",
  assumptions: [
    "no carry-over across trajectories",
    "views depend on the rank only (position-based model)",
    "the reward of an item does not depend on its neighbours",
    "rewards follow views: P(C|a,r) = P(Q|a)·P(V|r)",
    "whatever the policy shows, the logging policy could have shown",
  ],
  parameters: [...gainParameters, clipParameter, clipRatioParameter],
  canonical: canonicalGain,
  role: (parameters) => {
    const { discount, gain, debias } = parameters;
    if (discount !== "curve" || gain !== "qhat" || debias !== "curve") return "score";
    return unclipped(parameters) ? "reward" : "biasedReward";
  },
  needs: ["displayedRank", "targetRank"],
  default: "withCurve",
  metric: "gain",
  ofViews: rewardOfViews,
  formula: ({ log, policy, reward, parameters, estimand }) => {
    const conflict = clipConflict(parameters);
    if (conflict !== undefined) return conflict;
    const z = discountedGain(log, policy, reward.value, parameters);
    return isReason(z) ? z : rewardFormula(rewarded(z), estimand, policy.views);
  },
};
