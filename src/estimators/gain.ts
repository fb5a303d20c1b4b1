import { isReason, type Reason, reason } from "../errors.js";
import type { ChoiceParameter, Parameters } from "../parameters.js";
import { divide, type Expression, times } from "../sql/expression.js";
import { canonicalClips, finite } from "./clipping.js";
import type { CurveView, LogView, Need, PolicyView, RewardView } from "./estimator.js";
import { clipRatio, noCurve, noRank } from "./weight.js";

/** discount, gain and debias: the parameters that the DCG family shares (paper, Table 2). */
export const gainParameters: readonly ChoiceParameter[] = [
  {
    name: "discount",
    kind: "choice",
    purpose: "the weight of a target rank: the position-bias curve, or 1/log2(r+1)",
    choices: ["curve", "log2"],
    default: "curve",
  },
  {
    name: "gain",
    kind: "choice",
    purpose:
      "the reward as logged (c), or divided by the view probability of its rank, debiased (qhat)",
    choices: ["c", "qhat"],
    words: { logged: "c", debiased: "qhat" },
    default: "qhat",
  },
  {
    name: "debias",
    kind: "choice",
    purpose: "the curve that debiases the gain; default: the discount's own",
    choices: ["curve", "log2"],
    default: null,
    label: { named: true, unlessSameAs: "discount" },
  },
];

/** Fills in debias and clears what gain c does not use. */
export function canonicalGain(parameters: Parameters): Parameters {
  const { discount = "curve", gain = "qhat", debias = null } = parameters;
  if (gain === "c") return { discount, gain, debias: null, clip: null, clipRatio: null };
  return { discount, gain, debias: debias ?? discount, ...canonicalClips(parameters) };
}

export function curveNamed(log: LogView, name: unknown): CurveView | Reason {
  if (name === "log2") return log.log2;
  return log.curve ? log.curve : noCurve("this discount");
}

/** The gain of a row: c, or Q̂ = c·min(m, 1/p) at its displayed rank (paper, Eq. (9)). */
export function gainOf(
  log: LogView,
  reward: Expression,
  parameters: Parameters,
): Expression | Reason {
  if (parameters.gain === "c") return reward;
  if (!log.rank) return noDisplayedRank;
  const curve = curveNamed(log, parameters.debias);
  if (isReason(curve)) return curve;
  const clip = finite(parameters, "clip");
  if (clip !== undefined) return times(reward, curve.inverseAt(log.rank, clip));
  return divide(reward, curve.at(log.rank));
}

/**
 * What puts gains in order. Gains of 0 and min(m, 1/p) stand in the order of 1/p whatever m is, so that all clips of
 * such a reward share one order.
 */
export function orderOfGains(
  log: LogView,
  { value, isFlag }: RewardView,
  { gain: kind, debias }: Parameters,
  gain: Expression,
): Expression {
  const curve = curveNamed(log, debias);
  if (isFlag !== true || kind === "c" || isReason(curve) || !log.rank) return gain;
  return times(value, curve.inverseAt(log.rank, Number.MAX_VALUE));
}

/** One row's share of DCG: gain × discount, as c·(d/p) so that equal curves cancel exactly. */
export function discountedGain(
  log: LogView,
  policy: PolicyView,
  reward: Expression,
  parameters: Parameters,
): Expression | Reason {
  const discount = curveNamed(log, parameters.discount);
  if (isReason(discount)) return discount;
  if (!policy.rank) return policy.isLogged ? noDisplayedRank : noRank(policy.name);
  const d = discount.at(policy.rank);
  if (parameters.gain === "c") return times(reward, d);
  if (!log.rank) return noDisplayedRank;
  const debias = curveNamed(log, parameters.debias);
  if (isReason(debias)) return debias;
  const clip = finite(parameters, "clip");
  if (clip !== undefined) {
    return times(reward, times(d, debias.inverseAt(log.rank, clip)));
  }
  const w = divide(d, debias.at(log.rank));
  const ratio = finite(parameters, "clipRatio");
  return times(reward, ratio === undefined ? w : clipRatio(w, ratio));
}

/** Why an estimator that reads displayed ranks cannot answer. */
export const noDisplayedRank: Reason = reason(
  "displayedRankMissing",
  "The log names no displayed rank and this estimator reads it.",
  { need: "displayedRank" satisfies Need },
);
