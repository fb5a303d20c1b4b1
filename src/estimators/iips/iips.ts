import { isReason } from "../../errors.js";
import { times } from "../../sql/expression.js";
import type { Estimator } from "../estimator.js";
import { placementRatio } from "../lists.js";
import { rewarded, rewardFormula } from "../parts.js";

/**
 * Item-position importance sampling (Li et al., KDD 2018): Z = Σ c · π(a_r at r)/π_0(a_r at r). The reward of a slot may
 * depend on its item and its rank in any way, and on nothing else.
 */
export const iips: Estimator = {
  name: "iips",
  purpose: "reward of each slot weighted by the probability of its item at its rank",
  reference: "Li, Abbasi-Yadkori, Kveton, Muthukrishnan, Vinay and Wen (KDD 2018)",
  assumptions: [
    "the reward of a slot depends on its item and its rank alone",
    "support for items at the ranks at which the policy puts them",
  ],
  parameters: [],
  canonical: () => ({}),
  role: () => "reward",
  needs: [],
  formula: (question) => {
    const ratio = placementRatio(question);
    if (isReason(ratio)) return ratio;
    const { reward, estimand, policy } = question;
    return rewardFormula(rewarded(times(reward.value, ratio)), estimand, policy.views);
  },
};
