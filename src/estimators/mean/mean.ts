import { LOGGED } from "../../log/index.js";
import type { Estimator } from "../estimator.js";
import { rewarded, rewardFormula } from "../parts.js";

/**
 * The online reward: the mean over trajectories of the summed reward (paper, Eq. online_exp), or its
 * ratio to the viewed impressions. It answers for the policy that wrote the log, and for no other.
 */
export const mean: Estimator = {
  name: "mean",
  purpose: "what the policy that wrote the log really earned",
  reference: "Jeunen et al. (KDD 2024), Eq. online_exp",
  assumptions: ["trajectories of different clusters are independent"],
  parameters: [],
  canonical: () => ({}),
  estimatesReward: () => true,
  mayDecide: () => false,
  formula: ({ policy, reward, estimand }) =>
    policy.isLogged && policy.name === LOGGED
      ? rewardFormula(rewarded(reward.value), estimand)
      : undefined,
};
