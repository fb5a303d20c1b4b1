import { isReason, type Reason } from "../errors.js";
import type { Parameters } from "../parameters.js";
import { type Expression, sum, times } from "../sql/expression.js";
import type { CurveView, LogView, PolicyView, Question } from "./estimator.js";
import { curveNamed, gainOf, noDisplayedRank } from "./gain.js";
import { type Ideal, idealOf } from "./ideal.js";
import { noRank } from "./weight.js";

/** DCG and its ideal of one trajectory, as expressions over aggregates of its rewarded rows. */
export interface Normalised {
  readonly row: Expression;
  readonly dcg: Expression;
  readonly ideal: Ideal;
}

/** Both sums of a normalised metric (docs/methods.md, "Normalised DCG"), from one gain and discount. */
export function normalised(question: Question): Normalised | Reason {
  const { log, policy, reward, parameters } = question;
  if (!log.rank && !log.listLength) return noDisplayedRank;
  const discount = curveNamed(log, parameters.discount);
  if (isReason(discount)) return discount;
  const placed = placement(log, policy, parameters, discount);
  if (isReason(placed)) return placed;
  const gain = gainOf(log, reward.value, parameters);
  if (isReason(gain)) return gain;
  const row = times(gain, placed);
  const ideal = idealOf(log, reward, gain, discount);
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
