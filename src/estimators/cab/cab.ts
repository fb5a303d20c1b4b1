import { isReason, type Reason } from "../../errors.js";
import { type Expression, times } from "../../sql/expression.js";
import type { Estimator, Question } from "../estimator.js";
import { rewarded } from "../parts.js";
import {
  clipsParameter,
  forEstimand,
  limitedRole,
  limitIn,
  lostToClip,
  overCandidates,
  predictedParts,
  sumOf,
} from "../predicted.js";
import { clippedWeight, clipRatio } from "../weight.js";

/**
 * Continuous adaptive blending: clipped weights, and predictions for what clipping takes away (Su, Wang, Santacatterina
 * and Joachims 2019). `clips: ratio` clips w at M; `clips: propensity` clips 1/ε0, as the paper's clip does, and removes its bias
 * where predictions are right. M = ∞ is ips, with predictions for candidates that were not displayed.
 */
export const cab: Estimator = {
  name: "cab",
  purpose: "clipped ips with predicted rewards in the place of what clipping takes away",
  reference: "Su, Wang, Santacatterina and Joachims (ICML 2019), with views",
  assumptions: ["the assumptions of ips; right predictions as far as weights are clipped"],
  parameters: [
    {
      name: "limit",
      kind: "number",
      purpose: "largest weight, or largest inverse logging exposure (M)",
      min: 0,
      max: Infinity,
      open: "min",
      infinite: true,
      default: 10,
    },
    clipsParameter,
  ],
  canonical: ({ limit = 10, clips = "ratio" }) => ({ limit, clips }),
  role: (parameters) => limitedRole(parameters, "limit"),
  trustsPredictions: (parameters, largest) => {
    const limit = limitIn(parameters, "limit");
    return limit < Infinity && (parameters.clips !== "ratio" || largest > limit);
  },
  needs: [],
  formula: (question) => {
    const { policy, reward, estimand } = question;
    const parts = predictedParts(question);
    if (isReason(parts)) return parts;
    const { weight, target, prediction } = parts;
    const lost = lostToClip(question, target);
    if (isReason(lost)) return lost;
    const used = weightUnder(question, weight);
    if (isReason(used)) return used;
    const direct = times(lost, prediction);
    const components = [overCandidates(direct), rewarded(times(reward.value, used))];
    return forEstimand(sumOf(components, [1, 1]), estimand, policy);
  },
};

function weightUnder(
  { log, policy, parameters }: Question,
  weight: Expression,
): Expression | Reason {
  const limit = limitIn(parameters, "limit");
  if (limit === Infinity) return weight;
  return parameters.clips === "ratio"
    ? clipRatio(weight, limit)
    : clippedWeight(log, policy, limit);
}
