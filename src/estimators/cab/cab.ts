import { isReason } from "../../errors.js";
import { times } from "../../sql/expression.js";
import type { Estimator } from "../estimator.js";
import { rewarded } from "../parts.js";
import {
  asked,
  clipsParameter,
  lostToClip,
  overCandidates,
  predictedParts,
  sumOf,
} from "../predicted.js";
import { clippedWeight, clipRatio } from "../weight.js";

/**
 * Continuous adaptive blending: clipped weights, and predictions for what clipping takes away (Su, Wang, Santacatterina
 * and Joachims 2019). `clips: ratio` clips w at M; `clips: propensity` clips 1/ε0, as the paper's clip does, and removes its bias
 * where predictions are right.
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
      default: 10,
    },
    clipsParameter,
  ],
  canonical: ({ limit = 10, clips = "ratio" }) => ({ limit, clips }),
  role: () => "biasedReward",
  trustsPredictions: ({ limit, clips }, largest) =>
    Number(limit) < Infinity && (clips !== "ratio" || largest > Number(limit)),
  needs: [],
  formula: (question) => {
    const { log, policy, reward, parameters, estimand } = question;
    const parts = predictedParts(question);
    if (isReason(parts)) return parts;
    const { weight, target, prediction } = parts;
    const lost = lostToClip(question, target);
    if (isReason(lost)) return lost;
    const limit = Number(parameters.limit);
    const isRatio = parameters.clips === "ratio";
    const used = isRatio ? clipRatio(weight, limit) : clippedWeight(log, policy, limit);
    if (isReason(used)) return used;
    const direct = times(lost, prediction);
    const components = [overCandidates(direct), rewarded(times(reward.value, used))];
    return asked(sumOf(components, [1, 1]), estimand, policy);
  },
};
