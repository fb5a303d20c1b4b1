import { isReason, type Reason } from "../../errors.js";
import { and, double, type Expression, isNull, minus, not, times } from "../../sql/expression.js";
import type { Estimator, Formula, Question } from "../estimator.js";
import { rewarded } from "../parts.js";
import {
  candidateWeight,
  choose,
  doublyRobust,
  forEstimand,
  noViewCurve,
  overCandidates,
  type PredictionParts,
  predictedParts,
  sumOf,
} from "../predicted.js";

/**
 * Doubly robust: Σ_a ε_t·q̂ over candidates + Σ w(c − q̂) over viewed items (docs/methods.md, "Predicted rewards").
 * Unbiased if the predictions or the logging exposures are right. `treatment: expected` corrects displayed items by
 * c − p·q̂ instead (Oosterhuis 2023), which needs no views.
 */
export const dr: Estimator = {
  name: "dr",
  purpose: "predicted rewards of all candidates, corrected by what viewed items earned",
  reference: "Dudík, Langford and Li (ICML 2011); Oosterhuis (TOIS 2023)",
  assumptions: [
    "the assumptions of ips, or right predictions",
    "predictions that were not fitted on the rewards of the same users",
  ],
  parameters: [
    {
      name: "treatment",
      kind: "choice",
      purpose:
        "what is corrected: viewed items by c − q̂, or displayed items, viewed or not, by c − p·q̂ with the curve's p",
      choices: ["observed", "expected"],
      default: "observed",
      label: { unless: "observed" },
    },
  ],
  canonical: ({ treatment = "observed" }) => ({ treatment }),
  role: () => "modelledReward",
  needs: [],
  formula: (question) => {
    const parts = predictedParts(question);
    if (isReason(parts)) return parts;
    const direct = times(parts.target, parts.prediction);
    return question.parameters.treatment === "expected"
      ? expected(question, parts, direct)
      : doublyRobust(question, direct, parts.weight, parts.prediction);
  },
};

/** Σ_a (ε_t − w·p·1{displayed})·q̂ + Σ w·c: the expected views of displayed items in the place of the observed. */
function expected(
  question: Question,
  { prediction, target, weight }: PredictionParts,
  direct: Expression,
): Formula | Reason {
  const { log, reward, estimand, policy } = question;
  const of = candidateWeight(question, target);
  if (isReason(of)) return of;
  if (log.curve === undefined || log.rank === undefined || log.candidates?.rank !== true) {
    return noViewCurve;
  }
  const logged = times(times(of.weight, log.curve.at(log.rank)), prediction);
  // Where the logging policy draws lists, a candidate may have an exposure without being in this one.
  const isDisplayed = and([of.isShown, not(isNull(log.rank))]);
  const part = minus(direct, choose(isDisplayed, logged, double(0)));
  const components = [overCandidates(part), rewarded(times(reward.value, weight))];
  return forEstimand(sumOf(components, [1, 1]), estimand, policy);
}
