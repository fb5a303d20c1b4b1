import { LOGGED } from "../../log/log-spec.js";
import type { Estimator } from "../estimator.js";
import { rewarded, rewardFormula } from "../parts.js";

/**
 * The online reward: the mean over trajectories of the summed reward (paper, Eq. (2)), or its
 * ratio to the viewed impressions. It is defined only for the policy that wrote the log.
 */
export const mean: Estimator = {
  name: "mean",
  purpose: "the observed reward of the policy that wrote the log",
  reference: "Jeunen et al. (KDD 2024), Eq. (2)",
  assumptions: ["trajectories of different clusters are independent"],
  parameters: [],
  canonical: () => ({}),
  role: () => "observed",
  needs: [],
  default: "always",
  formula: ({ policy, reward, estimand }) =>
    policy.isLogged && policy.name === LOGGED
      ? rewardFormula(rewarded(reward.value), estimand)
      : undefined,
};
