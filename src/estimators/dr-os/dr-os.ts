import { isReason } from "../../errors.js";
import { divide, double, type Expression, plus, times } from "../../sql/expression.js";
import type { Estimator } from "../estimator.js";
import { doublyRobust, limitedRole, limitIn, predictedParts } from "../predicted.js";
import { clipRatio } from "../weight.js";

/**
 * dr with shrunken weights in the correction: λw/(w² + λ), or min(w, λ), which is CAB-DR (Su, Dimakopoulou,
 * Krishnamurthy and Dudík 2020). λ = ∞ is dr.
 */
export const drOs: Estimator = {
  name: "drOs",
  purpose: "dr with shrunken weights: between the predictions (λ = 0) and dr (λ = ∞)",
  reference: "Su, Dimakopoulou, Krishnamurthy and Dudík (ICML 2020), with views",
  assumptions: ["the assumptions of dr; right predictions as far as weights are shrunken"],
  parameters: [
    {
      name: "shrinkage",
      kind: "number",
      purpose: "the number λ that weights are shrunken by",
      min: 0,
      max: Infinity,
      open: "min",
      infinite: true,
      default: 10,
    },
    {
      name: "shape",
      kind: "choice",
      purpose: "λw/(w² + λ), or weights cut off at λ",
      choices: ["optimistic", "pessimistic"],
      default: "optimistic",
      label: { unless: "optimistic" },
    },
  ],
  canonical: ({ shrinkage = 10, shape = "optimistic" }) => ({ shrinkage, shape }),
  role: (parameters) => limitedRole(parameters, "shrinkage"),
  trustsPredictions: (parameters, largest) => {
    const lambda = limitIn(parameters, "shrinkage");
    return parameters.shape === "pessimistic" ? largest > lambda : lambda < Infinity;
  },
  needs: [],
  formula: (question) => {
    const parts = predictedParts(question);
    if (isReason(parts)) return parts;
    const { weight, target, prediction } = parts;
    const { parameters } = question;
    const used = shrunken(weight, limitIn(parameters, "shrinkage"), parameters.shape);
    return doublyRobust(question, times(target, prediction), used, prediction);
  },
};

function shrunken(w: Expression, lambda: number, shape: unknown): Expression {
  if (lambda === Infinity) return w;
  if (shape === "pessimistic") return clipRatio(w, lambda);
  return divide(times(double(lambda), w), plus(times(w, w), double(lambda)));
}
