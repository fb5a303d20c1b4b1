import { isReason, type Reason } from "../../errors.js";
import { type Expression, times } from "../../sql/expression.js";
import type { Component, Estimator, Formula, Functional } from "../estimator.js";
import { knownViews, ofTrajectory } from "../known-views.js";
import { everyRow, quotientOf, ratioOf, rewarded, viewsOf } from "../parts.js";
import { weight } from "../weight.js";

/**
 * Self-normalised IPS: ΣA/ΣB with A = Σ c·w and B = Σ w over all viewed items estimates the reward
 * per impression; times the logged views per trajectory, the reward per trajectory (Swaminathan and
 * Joachims 2015; docs/methods.md, "Self-normalisation"). It renormalises missing support silently:
 * read it together with the mean weight.
 */
export const snips: Estimator = {
  name: "snips",
  purpose: "self-normalised inverse propensity scoring: less variance, a bias of order 1/n",
  reference: "Swaminathan and Joachims (NIPS 2015), adapted to views",
  assumptions: [
    "the assumptions of ips",
    "the policy has as many views as were logged, or as it declares (scale: observed)",
  ],
  parameters: [
    {
      name: "scale",
      kind: "choice",
      purpose:
        "what turns reward per impression into reward per trajectory: the logged mean views, or those of a known curve",
      choices: ["observed", "curve"],
      default: "observed",
      label: { unless: "observed" },
    },
  ],
  canonical: (parameters) => ({ scale: parameters.scale ?? "observed" }),
  role: ({ scale }) => (scale === "curve" ? "modelledReward" : "reward"),
  needs: [],
  default: "always",
  ofViews: (estimand, { reward, weight, views }, added) => {
    const earned = reward + added.views * added.reward;
    if (estimand === "perImpression") return earned / (weight + added.views);
    // The self-normalised value takes missing views to earn what those in the log do.
    return (views * reward) / weight + added.views * (added.reward - reward / weight);
  },
  formula: ({ log, policy, reward, parameters, estimand }) => {
    const w = weight(log, policy);
    if (isReason(w)) return w;
    const a = rewarded(times(reward.value, w));
    const b = everyRow(w);
    if (estimand === "perImpression") return ratioOf(a, b, "weight");
    if (parameters.scale === "curve") return scaledByCurve(a, b, knownViews(log, policy));
    const { total, per } = viewsOf(policy.views);
    return quotientOf([total, a], [b, ...per], "weight");
  },
};

/** μ·ΣA/ΣB with μ = Σ p_r of a known curve. */
function scaledByCurve(a: Component, b: Component, views: Expression | Reason): Formula | Reason {
  if (isReason(views)) return views;
  if (views.kind !== "double") return quotientOf([ofTrajectory(views), a], [b], "weight");
  const ratio = ratioOf(a, b, "weight");
  const plugIn: Functional = (means) => {
    const result = ratio.plugIn(means);
    if ("code" in result) return result;
    const gradient = result.gradient.map((slope) => slope * views.value);
    return { value: result.value * views.value, gradient };
  };
  return { ...ratio, plugIn };
}
