import { isReason, type Reason } from "../errors.js";
import type { ChoiceParameter, Parameters } from "../parameters.js";
import { type Expression, sum, times } from "../sql/expression.js";
import type {
  Component,
  CurveView,
  Formula,
  Functional,
  LogView,
  PolicyView,
  Question,
} from "./estimator.js";
import { curveNamed, gainOf, noDisplayedRank, orderOfGains } from "./gain.js";
import { type Ideal, idealOf } from "./ideal.js";
import { ratioOf } from "./parts.js";
import { noRank } from "./weight.js";

/** What becomes of trajectories whose ideal is 0. */
export const onNoIdeal: ChoiceParameter = {
  name: "onNoIdeal",
  kind: "choice",
  purpose: "what a trajectory without a positive ideal counts as: skipped, 0 or 1",
  choices: ["skip", "zero", "one"],
  default: "skip",
  label: { unless: "skip" },
};

/** DCG and its ideal of one trajectory, as expressions over aggregates of its rewarded rows. */
export interface NormalisedGain {
  readonly row: Expression;
  readonly dcg: Expression;
  readonly ideal: Ideal;
}

/** Both sums of a normalised metric (docs/methods.md, "Normalised DCG"), from one gain and discount. */
export function normalised(question: Question): NormalisedGain | Reason {
  const { log, policy, reward, parameters } = question;
  if (!log.rank && !log.listLength) return noDisplayedRank;
  const discount = curveNamed(log, parameters.discount);
  if (isReason(discount)) return discount;
  const placed = placement(log, policy, parameters, discount);
  if (isReason(placed)) return placed;
  const gain = gainOf(log, reward.value, parameters);
  if (isReason(gain)) return gain;
  const row = times(gain, placed);
  const ideal = idealOf(log, reward, gain, discount, orderOfGains(log, reward, parameters, gain));
  return { row, dcg: sum(row), ideal };
}

/** The discount at the policy's rank; ε_t where the policy is given by exposure only. */
function placement(
  log: LogView,
  policy: PolicyView,
  parameters: Parameters,
  discount: CurveView,
): Expression | Reason {
  const rank = policy.isLogged ? log.rank : policy.rank;
  if (rank) return discount.at(rank);
  if (policy.exposure && parameters.discount === "curve") return policy.exposure;
  return noRank(policy.name);
}

/** The mean of DCG ÷ ideal over trajectories: of those with a positive ideal, or of all. */
export function averageShare(share: Component, count: Component, onNoIdeal: unknown): Formula {
  if (onNoIdeal === "skip") {
    return { ...ratioOf(share, count, "trajectory with a positive ideal"), usable: 1 };
  }
  const extra = onNoIdeal === "one" ? 1 : 0;
  const plugIn: Functional = ([s = 0, u = 0]) => ({
    value: s + extra * (1 - u),
    gradient: [1, -extra],
  });
  return { components: [share, count], plugIn };
}
