import { isReason, type Reason } from "../../errors.js";
import type { Parameters } from "../../parameters.js";
import type { Expression } from "../../sql/expression.js";
import { times } from "../../sql/expression.js";
import {
  canonicalClips,
  clipConflict,
  clipParameter,
  clipRatioParameter,
  finite,
  unclipped,
} from "../clipping.js";
import type { Estimator, LogView, PolicyView } from "../estimator.js";
import { rewarded, rewardFormula, rewardOfViews } from "../parts.js";
import { clippedWeight, clipRatio, weight } from "../weight.js";

/**
 * Inverse propensity scoring by exposures: the mean over trajectories of Σ c · ε_t/ε0 over viewed
 * items (paper, Eq. (8)). Exposures are the logged column where there is one, else the
 * curve at the ranks; then it equals unclipped dcg(curve, qhat).
 */
export const ips: Estimator = {
  name: "ips",
  purpose: "what a policy given by exposures would have earned, by inverse propensity scoring",
  reference: "Jeunen et al. (KDD 2024), Eq. (8)",
  assumptions: [
    "no carry-over across trajectories",
    "the reward of an item does not depend on its neighbours",
    "rewards follow views: P(C|a,r) = P(Q|a)·P(V|r)",
    "logged exposures are right, and positive wherever the policy's are",
  ],
  parameters: [clipParameter, clipRatioParameter],
  canonical: canonicalClips,
  role: (parameters) => (unclipped(parameters) ? "reward" : "biasedReward"),
  needs: [],
  default: "withExposure",
  ofViews: rewardOfViews,
  formula: ({ log, policy, reward, parameters, estimand }) => {
    const conflict = clipConflict(parameters);
    if (conflict !== undefined) return conflict;
    const w = clipped(log, policy, parameters);
    return isReason(w)
      ? w
      : rewardFormula(rewarded(times(reward.value, w)), estimand, policy.views);
  },
};

function clipped(log: LogView, policy: PolicyView, parameters: Parameters): Expression | Reason {
  const clip = finite(parameters, "clip");
  if (clip !== undefined) return clippedWeight(log, policy, clip);
  const w = weight(log, policy);
  const ratio = finite(parameters, "clipRatio");
  return isReason(w) || ratio === undefined ? w : clipRatio(w, ratio);
}
