import { isReason } from "../../errors.js";
import { plus, times } from "../../sql/expression.js";
import type { Estimator } from "../estimator.js";
import { listsOf, meaningOf, overLists, ranksTo, rewardAt, weightDownTo } from "../lists.js";
import { rewarded, rewardFormula } from "../parts.js";

/**
 * Importance sampling by whole lists: Z = π(σ)/π_0(σ) · Σ c, the ratio being the product of the weights of all slots, viewed
 * or not. It assumes nothing of users, and its weights explode with the length of lists.
 */
export const sips: Estimator = {
  name: "sips",
  purpose: "reward weighted by the probability of the whole list",
  reference: "Precup, Sutton and Singh (ICML 2000), with a list as the action",
  assumptions: ["support for whole lists", "logged probabilities are those of the logging policy"],
  parameters: [],
  canonical: () => ({}),
  role: () => "reward",
  needs: ["displayedRank", "listLength"],
  formula: (question) => {
    const { reward, estimand, policy } = question;
    if (policy.isLogged) return rewardFormula(rewarded(reward.value), estimand);
    const lists = listsOf(question);
    if (isReason(lists)) return lists;
    const earned = ranksTo(lists.slots)
      .map((r) => rewardAt(lists.rank, r, reward))
      .reduce(plus);
    const meaning = meaningOf(lists.rank, lists.ratio, reward.value);
    const z = overLists(times(weightDownTo(lists, lists.slots), earned), meaning);
    return rewardFormula(z, estimand, policy.views);
  },
};
