import { isReason } from "../../errors.js";
import { times } from "../../sql/expression.js";
import type { Estimator } from "../estimator.js";
import { meanOf } from "../parts.js";
import { forEstimand, overCandidates, predictedParts } from "../predicted.js";

/**
 * The direct method: Σ_a ε_t·q̂ over all candidates, which trusts the predictions (docs/methods.md, "Predicted
 * rewards"). Its bias is Σ_a ε_t(q̂ − q), of which its error says nothing.
 */
export const dm: Estimator = {
  name: "dm",
  purpose:
    "what the predicted rewards of the policy's items come to: no variance from weights, all of the model's bias",
  reference: "Beygelzimer and Langford (KDD 2009), with views",
  assumptions: ["the predictions are right, item by item", "views depend on the rank only"],
  parameters: [],
  canonical: () => ({}),
  role: () => "modelledReward",
  trustsPredictions: () => true,
  needs: [],
  formula: (question) => {
    const parts = predictedParts(question);
    if (isReason(parts)) return parts;
    const direct = overCandidates(times(parts.target, parts.prediction));
    return forEstimand(meanOf(direct), question.estimand, question.policy);
  },
};
