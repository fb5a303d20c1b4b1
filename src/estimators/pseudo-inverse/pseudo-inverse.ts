import { isReason, type Reason, reason } from "../../errors.js";
import { double, minus, plus, sum, times } from "../../sql/expression.js";
import type { Component, Estimator, Need, Question } from "../estimator.js";
import { overLists, placementRatio, slotsOfLists } from "../lists.js";
import { rewarded, rewardFormula } from "../parts.js";

/**
 * The pseudo-inverse estimator (Swaminathan et al., NIPS 2017) of the reward of a whole list: Z = G · Σ c. Where both policies
 * fill each slot by itself, G = 1 + Σ_r (π(a_r at r)/π_0(a_r at r) − 1) (`weights: product`); lists without repeated items
 * take the weights q_πᵀ Γ_0⁺ 1_s of `listWeights()` from a column (`weights: given`).
 */
export const pseudoInverse: Estimator = {
  name: "pseudoInverse",
  purpose: "reward of lists whose slots have additive effects",
  reference: "Swaminathan, Krishnamurthy, Agarwal, Dudík, Langford, Jose and Zitouni (NIPS 2017)",
  assumptions: [
    "the expected reward of a list is a sum of effects of its slots",
    "weights: product — both policies choose the item of each slot by itself",
  ],
  parameters: [
    {
      name: "weights",
      kind: "choice",
      purpose:
        "product: from the probabilities of items at ranks, slots being filled one by one and by themselves; given: from the policy's listWeight",
      choices: ["product", "given"],
      default: "product",
      label: { unless: "product" },
    },
  ],
  canonical: ({ weights = "product" }) => ({ weights }),
  role: () => "reward",
  needs: ["listLength"],
  formula: (question) => {
    const { reward, estimand, policy, parameters } = question;
    if (policy.isLogged) return rewardFormula(rewarded(reward.value), estimand);
    const z = parameters.weights === "given" ? givenWeights(question) : product(question);
    return isReason(z) ? z : rewardFormula(z, estimand, policy.views);
  },
};

function givenWeights({ reward, policy }: Question): Component | Reason {
  if (policy.listWeight !== undefined) return rewarded(times(reward.value, policy.listWeight));
  const message = `The policy "${policy.name}" gives no weights of lists.`;
  const facts = { policy: policy.name, need: "listWeight" satisfies Need };
  return reason("propensityMissing", message, facts);
}

function product(question: Question): Component | Reason {
  const ratio = placementRatio(question);
  if (isReason(ratio)) return ratio;
  const slots = slotsOfLists(question);
  if (isReason(slots)) return slots;
  const weight = plus(double(1), sum(minus(ratio, double(1))));
  return overLists(times(weight, sum(question.reward.value)));
}
