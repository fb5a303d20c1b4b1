import { isReason } from "../../errors.js";
import { divide } from "../../sql/expression.js";
import { clipParameter } from "../clipping.js";
import type { Estimator } from "../estimator.js";
import { canonicalGain, gainParameters } from "../gain.js";
import { perTrajectory, usable, whereUsable } from "../ideal.js";
import { averageShare, normalised, onNoIdeal } from "../normalised.js";

/**
 * Normalised DCG: the mean over usable trajectories of DCG ÷ ideal DCG, the ideal being the best
 * order of the viewed items (paper, §5; docs/methods.md, "Normalised DCG"). It does not
 * estimate a reward: dividing every trajectory by its own ideal can change the order of policies.
 */
export const ndcg: Estimator = {
  name: "ndcg",
  purpose: "normalised DCG per trajectory, on partial information; a score, not a reward",
  reference: "Jeunen et al. (KDD 2024), §5",
  assumptions: ["none under which it would estimate the online reward"],
  parameters: [...gainParameters, clipParameter, onNoIdeal],
  canonical: (parameters) => {
    const { clipRatio: _, ...rest } = canonicalGain(parameters);
    return { ...rest, onNoIdeal: parameters.onNoIdeal ?? "skip" };
  },
  role: () => "score",
  needs: ["displayedRank", "targetRank"],
  default: "always",
  metric: "normalisedGain",
  formula: (question) => {
    if (question.estimand !== "perTrajectory") return undefined;
    const parts = normalised(question);
    if (isReason(parts)) return parts;
    const { dcg, ideal } = parts;
    const share = perTrajectory(
      ideal,
      (best) => whereUsable(best, divide(dcg, best)),
      question.reward.mayBeNegative ? [-(2 ** 20), 1] : [0, 1],
    );
    return averageShare(share, perTrajectory(ideal, usable, [0, 1]), question.parameters.onNoIdeal);
  },
};
