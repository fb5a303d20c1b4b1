import { isReason, type Reason } from "../../errors.js";
import { type Expression, times } from "../../sql/expression.js";
import type { Estimator } from "../estimator.js";
import { mixtureWeight, withNamedShares } from "../mixture.js";
import { rewardFormula } from "../parts.js";

/**
 * Balance heuristic: Σ c·ε_t/ε̄ with ε̄ = Σ_j ρ_j ε_j, the exposure under the mixture of all logging policies
 * (Agarwal et al. 2017; docs/methods.md, "Several logging policies"). A row that its own policy showed rarely,
 * and another often, has no large weight. It takes the exposures of every logging policy for every row.
 */
export const balance: Estimator = {
  name: "balance",
  purpose: "ips of a log by several policies, weighted by the exposures of their mixture",
  reference:
    "Agarwal, Basu, Schnabel and Joachims (KDD 2017), the balanced estimator, by exposures",
  assumptions: [
    "no carry-over across trajectories",
    "the reward of an item does not depend on its neighbours",
    "rewards follow views: P(C|a,r) = P(Q|a)·P(V|r)",
    "the exposures of all logging policies are right, and one of them is positive wherever the policy's is",
    "within a feed and a day all logging policies meet the same users and contexts",
  ],
  parameters: [],
  canonical: () => ({}),
  role: () => "reward",
  needs: ["loggers"],
  formula: ({ log, policy, reward, estimand }) => {
    const part = (of: typeof log): Expression | Reason => {
      const w = mixtureWeight(of, policy);
      return isReason(w) ? w : times(reward.value, w);
    };
    const [value, meaning] = [part(log), part(withNamedShares(log))];
    if (isReason(value)) return value;
    if (isReason(meaning)) return meaning;
    return rewardFormula({ over: "rewarded", value, meaning }, estimand, policy.views);
  },
};
