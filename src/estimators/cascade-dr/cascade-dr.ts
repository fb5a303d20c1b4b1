import { isReason, type Reason, reason } from "../../errors.js";
import { double, minus, plus, times } from "../../sql/expression.js";
import type { Estimator, Need } from "../estimator.js";
import { listsOf, meaningOf, overLists, ranksTo, rewardAt, valueAt, weightAt } from "../lists.js";
import { rewarded, rewardFormula } from "../parts.js";

/**
 * Cascade doubly robust (Kiyohara et al., WSDM 2022): Z = Σ_r w_{1:r}(c_r − Q̂_r) + w_{1:r−1} E_π[Q̂_r], where Q̂_r predicts the
 * reward of the slot *and all below it*. Unbiased under the cascade if the propensities or the predictions are right.
 */
export const cascadeDr: Estimator = {
  name: "cascadeDr",
  purpose: "predicted rewards from each slot on, corrected by rewards weighted as in rips",
  reference: "Kiyohara, Saito, Matsuhiro, Narita, Shimizu and Yamamoto (WSDM 2022)",
  assumptions: [
    "the assumptions of rips, or right predictions of what comes from each slot on",
    "predictions that were not fitted on the rewards of the same users",
  ],
  parameters: [],
  canonical: () => ({}),
  role: () => "modelledReward",
  needs: ["displayedRank", "listLength"],
  formula: (question) => {
    const { reward, estimand, policy } = question;
    if (policy.isLogged) return rewardFormula(rewarded(reward.value), estimand);
    const lists = listsOf(question);
    if (isReason(lists)) return lists;
    const [predicted, expected] = [reward.remaining, policy.remaining];
    if (predicted === undefined || expected === undefined) {
      return noRemaining(reward.name, policy.name);
    }
    const { rank, slots } = lists;
    // E_1 + w_1(c_1 − Q̂_1 + E_2 + w_2(c_2 − Q̂_2 + E_3 + …))
    const value = ranksTo(slots).reduceRight((below, r) => {
      const [atSlot, rest] = [expected, predicted].map((values) => valueAt(rank, r, values, true));
      const missed = minus(rewardAt(rank, r, reward), rest ?? double(0));
      return plus(atSlot ?? double(0), times(weightAt(lists, r), plus(missed, below)));
    }, double(0));
    const read = [lists.ratio, reward.value, predicted, expected];
    const z = overLists(value, meaningOf(rank, ...read));
    return rewardFormula(z, estimand, policy.views);
  },
};

const noRemaining = (rewardName: string, policy: string): Reason =>
  reason(
    "remainingMissing",
    `Predictions of the reward "${rewardName}" from each slot on are needed, of the displayed items and expected under the policy "${policy}".`,
    { reward: rewardName, policy, need: "remaining" satisfies Need },
  );
