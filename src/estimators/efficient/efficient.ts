import { isReason } from "../../errors.js";
import { times } from "../../sql/expression.js";
import type { Estimator, Question } from "../estimator.js";
import { loggedOfSeveral, mixtureWeight, withNamedShares } from "../mixture.js";
import { forEstimand, overCandidates, predictionOf, sumOf } from "../predicted.js";
import { targetExposure } from "../weight.js";

/**
 * Doubly robust with the weights of the balance heuristic: Σ_a ε_t·q̂ over candidates + Σ (ε_t/ε̄)(c − q̂) over
 * viewed items, ε̄ = Σ_j ρ_j ε_j. With consistent predictions no regular estimator of a log by several policies has
 * less variance (Kallus, Saito and Uehara 2021).
 */
export const efficient: Estimator = {
  name: "efficient",
  purpose:
    "predicted rewards, corrected by viewed items under the mixture of several logging policies",
  reference: "Kallus, Saito and Uehara (ICML 2021), by exposures",
  assumptions: [
    "the assumptions of balance, or right predictions",
    "predictions that were not fitted on the rewards of the same users",
  ],
  parameters: [],
  canonical: () => ({}),
  role: () => "modelledReward",
  needs: ["loggers"],
  formula: (question: Question) => {
    const { log, policy, reward, estimand } = question;
    const prediction = predictionOf(question);
    if (isReason(prediction)) return prediction;
    const w = mixtureWeight(log, policy);
    const named = mixtureWeight(withNamedShares(log), policy);
    if (isReason(w)) return w;
    if (isReason(named)) return named;
    if (policy.isLogged) return loggedOfSeveral;
    const target = targetExposure(log, policy);
    if (isReason(target)) return target;
    const components = [
      overCandidates(times(target, prediction)),
      {
        over: "rewarded",
        value: times(reward.value, w),
        meaning: times(reward.value, named),
      },
      { over: "rows", value: times(prediction, w), meaning: times(prediction, named) },
    ] as const;
    return forEstimand(sumOf(components, [1, 1, -1]), estimand, policy);
  },
};
