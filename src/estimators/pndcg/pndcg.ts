import { isReason } from "../../errors.js";
import { clipParameter } from "../clipping.js";
import type { Estimator } from "../estimator.js";
import { canonicalGain, gainParameters } from "../gain.js";
import { perTrajectory } from "../ideal.js";
import { normalised } from "../normalised.js";
import { ratioOf, rewarded } from "../parts.js";

/**
 * Post-normalised DCG: the DCG of the whole log ÷ its ideal DCG, one division for all trajectories
 * (paper, §5). On one log it orders policies as DCG does while the ideal is positive; it is not
 * comparable across logs.
 */
export const pndcg: Estimator = {
  name: "pndcg",
  purpose: "DCG of the log over the ideal DCG of the log; orders policies as DCG does",
  reference: "Jeunen et al. (KDD 2024), §5",
  assumptions: ["the assumptions of dcg; comparable within one log only"],
  parameters: [...gainParameters, clipParameter],
  canonical: (parameters) => {
    const { clipRatio: _, ...rest } = canonicalGain(parameters);
    return rest;
  },
  role: () => "score",
  needs: ["displayedRank", "targetRank"],
  formula: (question) => {
    if (question.estimand !== "perTrajectory") return undefined;
    const parts = normalised(question);
    if (isReason(parts)) return parts;
    const { row, ideal } = parts;
    return ratioOf(
      rewarded(row),
      perTrajectory(ideal, (best) => best),
      "ideal gain",
    );
  },
};
