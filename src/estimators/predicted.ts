import { isReason, type Reason, reason } from "../errors.js";
import type { ChoiceParameter, Parameters } from "../parameters.js";
import {
  caseWhen,
  divide,
  double,
  type Expression,
  greater,
  minus,
  times,
} from "../sql/expression.js";
import type {
  Component,
  EstimatorRole,
  Formula,
  Functional,
  LogView,
  Need,
  PolicyView,
  Question,
} from "./estimator.js";
import { everyRow, overViews, rewarded } from "./parts.js";
import { noCurve, targetExposure, weight } from "./weight.js";

export interface PredictionParts {
  /** q̂ of a row, of the log or of a candidate. */
  readonly prediction: Expression;
  /** ε_t of a candidate. */
  readonly target: Expression;
  /** w of a viewed row. */
  readonly weight: Expression;
}

/** q̂ of a row, of the log or of a candidate, where all candidates are known. */
export function predictionOf({ log, reward }: Question): Expression | Reason {
  const { prediction, name } = reward;
  if (prediction === undefined) return noPrediction(name);
  return log.candidates === undefined ? noCandidates : prediction;
}

export function predictedParts(question: Question): PredictionParts | Reason {
  const { log, policy } = question;
  const prediction = predictionOf(question);
  if (isReason(prediction)) return prediction;
  if (policy.isLogged && loggingOfCandidates(log) === undefined) return noCandidateRank;
  const target = targetExposure(log, policy);
  if (isReason(target)) return target;
  const w = weight(log, policy);
  return isReason(w) ? w : { prediction, target, weight: w };
}

/** ε0 of a candidate: 0 where it was not displayed. */
export function loggingOfCandidates(log: LogView): Expression | undefined {
  const { candidates, exposure, curve, rank } = log;
  if (exposure) return candidates?.exposure === true ? exposure : undefined;
  return candidates?.rank === true && rank ? curve?.at(rank) : undefined;
}

/** ε0 of a candidate and its weight ε_t/ε0 where it has one, or why they are not known. */
export function candidateWeight(
  { log, policy }: Question,
  target: Expression,
):
  | { readonly logging: Expression; readonly isShown: Expression; readonly weight: Expression }
  | Reason {
  const logging = loggingOfCandidates(log);
  if (logging === undefined) return noCandidateRank;
  const isShown = greater(logging, double(0));
  return { logging, isShown, weight: policy.isLogged ? double(1) : divide(target, logging) };
}

/** A sum over all candidates. */
export const overCandidates = (value: Expression): Component => ({ over: "candidates", value });

/**
 * Σ_a of `direct` over candidates + Σ ŵ(c − q̂) over viewed rows (docs/methods.md, "Predicted rewards"), per
 * trajectory or divided by the policy's views.
 */
export function doublyRobust(
  { reward, estimand, policy }: Question,
  direct: Expression,
  used: Expression,
  prediction: Expression,
): Formula {
  const components = [
    overCandidates(direct),
    rewarded(times(reward.value, used)),
    everyRow(times(prediction, used)),
  ];
  return forEstimand(sumOf(components, [1, 1, -1]), estimand, policy);
}

/** A formula of reward per trajectory as the estimand wants it. */
export const forEstimand = (
  formula: Formula,
  estimand: Question["estimand"],
  { views }: Pick<PolicyView, "views">,
): Formula => (estimand === "perTrajectory" ? formula : overViews(formula, views));

/** A sum of components with signs. */
export function sumOf(components: readonly Component[], signs: readonly number[]): Formula {
  const plugIn: Functional = (means) => ({
    value: means.reduce((sum, mean, i) => sum + mean * (signs[i] ?? 0), 0),
    gradient: signs,
  });
  return { components, plugIn };
}

/** a where the condition holds, else b. */
export const choose = (when: Expression, a: Expression, b: Expression): Expression =>
  caseWhen([{ when, then: a }], b);

/** (1 − x)₊ */
export const remainder = (x: Expression): Expression =>
  choose(greater(x, double(1)), double(0), minus(double(1), x));

/** The limit of weights that a parameter gives; Infinity where it is "inf". */
export const limitIn = (parameters: Parameters, name: string): number =>
  parameters[name] === "inf" ? Infinity : Number(parameters[name]);

/** Without a limit these members are dr, or ips where every candidate was displayed. */
export const limitedRole = (parameters: Parameters, name: string): EstimatorRole =>
  limitIn(parameters, name) === Infinity ? "modelledReward" : "biasedReward";

/** What is clipped: the weight ε_t/ε0, or the inverse logging exposure 1/ε0. */
export const clipsParameter: ChoiceParameter = {
  name: "clips",
  kind: "choice",
  purpose: "what is clipped: the weight ε_t/ε0, or the inverse logging exposure 1/ε0",
  choices: ["ratio", "propensity"],
  default: "ratio",
  label: { unless: "ratio" },
};

/**
 * The part of a candidate's exposure ε_t that a clip takes away: (ε_t − M·ε0)₊ = ε_t(1 − min(M/w, 1)) by the ratio, without a
 * quotient of unknown range; ε_t(1 − M·ε0)₊ by the propensity; all of it where the candidate was not displayed, and of no
 * other where M = ∞.
 */
export function lostToClip(question: Question, target: Expression): Expression | Reason {
  const logging = loggingOfCandidates(question.log);
  if (logging === undefined) return noCandidateRank;
  const limit = limitIn(question.parameters, "limit");
  const isShown = greater(logging, double(0));
  if (limit === Infinity) return choose(isShown, double(0), target);
  const { clips } = question.parameters;
  const kept = times(double(limit), logging);
  const excess = choose(greater(target, kept), minus(target, kept), double(0));
  const lost = clips === "propensity" ? times(target, remainder(kept)) : excess;
  return choose(isShown, lost, target);
}

const noPrediction = (rewardName: string): Reason =>
  reason("predictionMissing", `The reward "${rewardName}" has no predictions.`, {
    reward: rewardName,
    need: "prediction" satisfies Need,
  });

export const noCandidates: Reason = reason(
  "candidatesUnknown",
  "Predicted rewards are added up over all candidates, and the log holds viewed rows alone.",
  { need: "candidates" satisfies Need },
);

export const noCandidateRank: Reason = reason(
  "candidateRankMissing",
  "It is not known where the logging policy put each candidate.",
  { need: "candidateRank" satisfies Need },
);

const withoutCurve = noCurve("the probability that a displayed item is viewed");

/** Why the chance of a view by rank is not known, which exposures do not give. */
export const noViewCurve: Reason = reason(withoutCurve.code, withoutCurve.message, {
  need: "viewCurve" satisfies Need,
});
