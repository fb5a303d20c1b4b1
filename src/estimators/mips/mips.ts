import { isReason } from "../../errors.js";
import type { Estimator } from "../estimator.js";
import { byCluster } from "../grouped.js";
import { rewardFormula } from "../parts.js";

/**
 * Marginalised importance weights (Saito and Joachims, ICML 2022, for single actions): Z = Σ c · ε_t(e)/ε_0(e), with ε(e) the
 * exposure of all candidates in the cluster e of the viewed item. Unbiased if items of a cluster earn alike.
 */
export const mips: Estimator = {
  name: "mips",
  purpose: "reward weighted by the exposure of the item's cluster",
  reference: "Saito and Joachims (ICML 2022), for rankings",
  assumptions: [
    "the assumptions of ips, with support for clusters in the place of items",
    "items of one cluster of a trajectory earn the same, once viewed",
  ],
  parameters: [],
  canonical: () => ({}),
  role: () => "reward",
  needs: [],
  formula: (question) => {
    const weighed = byCluster(question);
    if (isReason(weighed)) return weighed;
    const { reward, estimand, policy } = question;
    return rewardFormula(weighed(reward.value), estimand, policy.views);
  },
};
