import type { Parameters } from "../parameters.js";
import { type Expression, sum, times } from "../sql/expression.js";
import type { CurveView, LogView, PolicyView, Question } from "./estimator.js";
import { curveNamed, gainOf, noDisplayedRank } from "./gain.js";
import { type Ideal, idealOf } from "./ideal.js";
import { noRank, type Or } from "./weight.js";

/** DCG and its ideal of one trajectory, as expressions over aggregates of its rewarded rows. */
export interface Normalised {
  readonly row: Expression;
  readonly dcg: Expression;
  readonly ideal: Ideal;
}

/** Both sums of a normalised metric (docs/methods.md, "Normalised DCG"), from one gain and discount. */
export function normalised(question: Question): Or<Normalised> {
  const { log, policy, reward, parameters } = question;
  if (!log.rank && !log.listLength) return { no: noDisplayedRank };
  const discount = curveNamed(log, parameters.discount);
  if ("no" in discount) return discount;
  const placed = placement(log, policy, parameters, discount.ok);
  if ("no" in placed) return placed;
  const gain = gainOf(log, reward.value, parameters);
  if ("no" in gain) return gain;
  const row = times(gain.ok, placed.ok);
  const ideal = idealOf(log, reward, gain.ok, discount.ok);
  return { ok: { row, dcg: sum(row), ideal } };
}

/** The discount at the policy's rank; ε_t where the policy is given by exposure only. */
function placement(
  log: LogView,
  policy: PolicyView,
  parameters: Parameters,
  discount: CurveView,
): Or<Expression> {
  const rank = policy.isLogged ? log.rank : policy.rank;
  if (rank) return { ok: discount.at(rank) };
  if (policy.exposure && parameters.discount === "curve") return { ok: policy.exposure };
  return { no: noRank(policy.name) };
}
