import { isReason } from "../../errors.js";
import { double, greater, times } from "../../sql/expression.js";
import type { Estimator } from "../estimator.js";
import { choose, doublyRobust, limitedRole, limitIn, predictedParts } from "../predicted.js";

/**
 * Switch: dr whose correction is left out where w > λ, so that the prediction stands alone there (Wang, Agarwal
 * and Dudík 2017). Its bias is Σ ε_t(q̂ − q) over those items. λ = ∞ is dr.
 */
export const switchDr: Estimator = {
  name: "switchDr",
  purpose: "dr that trusts the predictions where weights are larger than a limit",
  reference: "Wang, Agarwal and Dudík (ICML 2017), with views",
  assumptions: ["the assumptions of dr; right predictions where weights exceed the limit"],
  parameters: [
    {
      name: "limit",
      kind: "number",
      purpose: "largest weight at which the prediction is corrected (λ)",
      min: 0,
      max: Infinity,
      open: "min",
      infinite: true,
      default: 10,
    },
  ],
  canonical: ({ limit = 10 }) => ({ limit }),
  role: (parameters) => limitedRole(parameters, "limit"),
  trustsPredictions: (parameters, largest) => largest > limitIn(parameters, "limit"),
  needs: [],
  formula: (question) => {
    const parts = predictedParts(question);
    if (isReason(parts)) return parts;
    const limit = limitIn(question.parameters, "limit");
    const { weight, target, prediction } = parts;
    const kept =
      limit === Infinity ? weight : choose(greater(weight, double(limit)), double(0), weight);
    return doublyRobust(question, times(target, prediction), kept, prediction);
  },
};
