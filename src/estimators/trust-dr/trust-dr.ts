import { isReason, type Reason, reason } from "../../errors.js";
import {
  divide,
  double,
  type Expression,
  greater,
  minus,
  plus,
  times,
} from "../../sql/expression.js";
import type { Estimator, Formula, Need, Question } from "../estimator.js";
import { noDisplayedRank } from "../gain.js";
import { everyRow, rewarded } from "../parts.js";
import {
  choose,
  forEstimand,
  noCandidateRank,
  noViewCurve,
  overCandidates,
  predictionOf,
  sumOf,
} from "../predicted.js";
import { noRank } from "../weight.js";

/**
 * Rewards under trust bias: of what is viewed at rank k, an item of relevance γ is rewarded with chance a_k·γ + b_k,
 * a = ε⁺ − ε⁻, b = ε⁻ (Vardasbi et al., CIKM 2020). A policy that shows it at rank R earns p_R(a_R·γ + b_R), which is corrected
 * for as `dr` does (Oosterhuis, TOIS 2023; docs/methods.md, "Trust bias"). Predictions are of γ.
 */
export const trustDr: Estimator = {
  name: "trustDr",
  purpose: "the reward where users also reward what stands high for standing there (trust bias)",
  reference: "Oosterhuis (TOIS 2023); Vardasbi, Oosterhuis and de Rijke (CIKM 2020)",
  assumptions: [
    "log.exposure.trust is right: no number of the log tells it from relevance",
    "the assumptions of ips, but that a reward may depend on the rank as the tables say; or, with observed and expected treatment, right predictions of relevance",
  ],
  parameters: [
    {
      name: "treatment",
      kind: "choice",
      purpose:
        "what is corrected: predictions by viewed items, or by displayed items, viewed or not; or none, by weights alone",
      choices: ["observed", "expected", "weights"],
      default: "observed",
      label: { unless: "observed" },
    },
  ],
  canonical: ({ treatment = "observed" }) => ({ treatment }),
  role: () => "modelledReward",
  needs: ["displayedRank", "targetRank"],
  ownWeight: (log, policy) => {
    const parts = partsOf({ log, policy });
    return isReason(parts) ? parts : weightsOf(parts).rewards;
  },
  formula: (question) => {
    const parts = partsOf(question);
    if (isReason(parts)) return parts;
    const { estimand, policy } = question;
    const { treatment } = question.parameters;
    if (treatment === "weights") return forEstimand(byWeights(question, parts), estimand, policy);
    const relevance = predictionOf(question);
    if (isReason(relevance)) return relevance;
    const formula =
      treatment === "expected"
        ? expected(question, parts, relevance)
        : observed(question, parts, relevance);
    return isReason(formula) ? formula : forEstimand(formula, estimand, policy);
  },
};

/** Of a row: p, a and b at the rank where it stands and at that of the policy. */
interface Parts {
  readonly logged: Chances;
  readonly target: Chances;
  readonly isLogged: boolean;
}

interface Chances {
  readonly p: Expression;
  readonly slope: Expression;
  readonly base: Expression;
}

function partsOf({ log, policy }: Pick<Question, "log" | "policy">): Parts | Reason {
  const { trust, curve, rank } = log;
  if (rank === undefined) return noDisplayedRank;
  if (curve === undefined) return noViewCurve;
  if (trust === undefined) return noTrust;
  const target = policy.isLogged ? rank : policy.rank;
  if (target === undefined) return noRank(policy.name);
  const at = (of: Expression): Chances => ({
    p: curve.at(of),
    slope: trust.slopeAt(of),
    base: trust.baseAt(of),
  });
  return { logged: at(rank), target: at(target), isLogged: policy.isLogged };
}

/** p_R/p_i, and p_R·a_R/(p_i·a_i). */
function weightsOf({ logged, target, isLogged }: Parts): {
  readonly views: Expression;
  readonly rewards: Expression;
} {
  if (isLogged) return { views: double(1), rewards: double(1) };
  const views = divide(target.p, logged.p);
  return { views, rewards: times(views, divide(target.slope, logged.slope)) };
}

const rewardAt = ({ slope, base }: Chances, relevance: Expression): Expression =>
  plus(times(slope, relevance), base);

/** Σ_viewed (p_R/p_i)·(a_R(c − b_i)/a_i + b_R) */
function byWeights({ reward }: Question, parts: Parts): Formula {
  const { views, rewards } = weightsOf(parts);
  const moved = minus(times(views, parts.target.base), times(rewards, parts.logged.base));
  return sumOf([rewarded(times(reward.value, rewards)), everyRow(moved)], [1, 1]);
}

/** Σ_a p_R(a_R·γ̂ + b_R) + Σ_viewed w(c − a_i·γ̂ − b_i) */
function observed(
  { log, reward, policy }: Question,
  parts: Parts,
  relevance: Expression,
): Formula | Reason {
  if (policy.isLogged && log.candidates?.rank !== true) return noCandidateRank;
  const { rewards } = weightsOf(parts);
  const direct = times(parts.target.p, rewardAt(parts.target, relevance));
  const components = [
    overCandidates(direct),
    rewarded(times(reward.value, rewards)),
    everyRow(times(rewards, rewardAt(parts.logged, relevance))),
  ];
  return sumOf(components, [1, 1, -1]);
}

/** Σ_a p_R(a_R·γ̂ + b_R) + Σ_displayed w(c − p_i(a_i·γ̂ + b_i)) */
function expected(
  { log, reward }: Question,
  parts: Parts,
  relevance: Expression,
): Formula | Reason {
  if (log.candidates?.rank !== true || log.rank === undefined) return noCandidateRank;
  const { rewards } = weightsOf(parts);
  const direct = times(parts.target.p, rewardAt(parts.target, relevance));
  const logged = times(rewards, times(parts.logged.p, rewardAt(parts.logged, relevance)));
  const isShown = greater(parts.logged.p, double(0));
  const components = [
    overCandidates(minus(direct, choose(isShown, logged, double(0)))),
    rewarded(times(reward.value, rewards)),
  ];
  return sumOf(components, [1, 1]);
}

const noTrust: Reason = reason("trustMissing", "How far users trust the ranker is not known.", {
  need: "trust" satisfies Need,
});
