import { isReason, type Reason, reason } from "../errors.js";
import {
  bigint,
  caseWhen,
  cast,
  divide,
  double,
  type Expression,
  equal,
  greater,
  less,
  max,
  min,
  plus,
  times,
} from "../sql/expression.js";
import type { Component, Need, Question, RewardView } from "./estimator.js";

/** Products run over so many slots at most: their weights have lost every meaning long before. */
const mostSlots = 64;

/** What estimators by lists read: displayed ranks, and the ratio of the policies' probabilities in each row. */
export interface ListParts {
  readonly rank: Expression;
  readonly ratio: Expression;
}

/** w_r = π(a_r | a_<r)/π_0(a_r | a_<r) of a row, or what is missing; 1 for the logged policy. */
export function cascadeParts({ log, policy }: Question): ListParts | Reason {
  const { rank, propensity } = log;
  if (rank === undefined) return noDisplayedRank;
  if (policy.isLogged) return { rank, ratio: double(1) };
  if (propensity === undefined || policy.propensity === undefined) return noPropensity(policy.name);
  return { rank, ratio: divide(policy.propensity, propensity) };
}

/** π(a_r at r)/π_0(a_r at r) of a row, whatever stands above it, or what is missing. */
export function placementRatio({ log, policy }: Question): Expression | Reason {
  if (policy.isLogged) return double(1);
  if (log.placement !== undefined && policy.placement !== undefined) {
    return divide(policy.placement, log.placement);
  }
  const message = `The probabilities with which the logging policy and the policy "${policy.name}" put an item at its rank are not both known.`;
  return reason("propensityMissing", message, {
    policy: policy.name,
    need: "placement" satisfies Need,
  });
}

/** How many slots lists have at most, all of them being known; or why they are not. */
export function slotsOfLists({ log }: Question): number | Reason {
  const { candidates, deepest } = log;
  const lacks = [
    ...(deepest.list === undefined ? ["how long lists are (log.listLength)"] : []),
    ...(candidates === undefined
      ? ["the items that were not viewed (log.candidates, or log.rows: offered and log.viewed)"]
      : candidates.rank
        ? []
        : ["displayed ranks of all items (log.candidates.rank)"]),
  ];
  return deepest.list === undefined || lacks.length > 0
    ? noLists(lacks)
    : withinReach(deepest.list);
}

/** A number of slots that products can run over, or the refusal. */
export function withinReach(slots: number): number | Reason {
  if (slots <= mostSlots) return slots;
  const message = `Weights would be multiplied over ${slots} slots, which is more than ${mostSlots}.`;
  return reason("listTooLong", message, { slots, most: mostSlots });
}

/** 1 … n. */
export const ranksTo = (n: number): readonly number[] => Array.from({ length: n }, (_, i) => i + 1);

/** The weight of a trajectory's slot r; 1 where there is none, as beyond the last view. */
export function weightAt({ rank, ratio }: ListParts, r: number): Expression {
  const best = max(atRank(rank, r, ratio, -1));
  return caseWhen([{ when: less(best, double(0)), then: double(1) }], best);
}

/** Whether a trajectory has a slot r, as 1 or 0. */
export const hasSlot = (rank: Expression, r: number): Expression =>
  max(atRank(rank, r, double(1), 0));

/** A number at a trajectory's slot r, 0 where there is none: its parts above and below 0, one of which is 0. */
export function valueAt(
  rank: Expression,
  r: number,
  value: Expression,
  mayBeNegative: boolean,
): Expression {
  if (!mayBeNegative) return max(atRank(rank, r, value, 0));
  const above = caseWhen([{ when: greater(value, double(0)), then: value }], double(0));
  const below = caseWhen([{ when: less(value, double(0)), then: value }], double(0));
  return plus(max(atRank(rank, r, above, 0)), min(atRank(rank, r, below, 0)));
}

/** The reward at a trajectory's slot r. */
export const rewardAt = (
  rank: Expression,
  r: number,
  { value, mayBeNegative }: RewardView,
): Expression => valueAt(rank, r, value, mayBeNegative);

const atRank = (rank: Expression, r: number, value: Expression, otherwise: number): Expression =>
  caseWhen([{ when: equal(rank, bigint(BigInt(r))), then: value }], double(otherwise));

/** w_{1:r}: the product of the weights down to slot r. */
export const weightDownTo = (parts: ListParts, r: number): Expression =>
  ranksTo(r)
    .map((slot) => weightAt(parts, slot))
    .reduce(times);

/** A sum over the slots of a list, per trajectory. */
export const overLists = (value: Expression, meaning?: Expression): Component =>
  meaning === undefined ? { over: "lists", value } : { over: "lists", value, meaning };

/** What a sum over slots means, however many there are: what it reads of a slot. */
export const meaningOf = (rank: Expression, ...read: readonly Expression[]): Expression =>
  read.map((value) => max(value)).reduce(plus, cast(max(rank), "double"));

export function listsOf(question: Question): (ListParts & { readonly slots: number }) | Reason {
  const parts = cascadeParts(question);
  if (isReason(parts)) return parts;
  const slots = slotsOfLists(question);
  return typeof slots === "number" ? { ...parts, slots } : slots;
}

const noDisplayedRank: Reason = reason(
  "displayedRankMissing",
  "The slots of a list are told apart by displayed ranks, which the log does not hold.",
  { need: "displayedRank" satisfies Need },
);

const noPropensity = (policy: string): Reason =>
  reason(
    "propensityMissing",
    `The probabilities of items at their ranks, given those above, are not both known of the logging policy and of the policy "${policy}".`,
    { policy, need: "propensity" satisfies Need },
  );

const noLists = (lacks: readonly string[]): Reason =>
  reason(
    "listLengthMissing",
    `Weights of whole lists need every slot of each list, viewed or not, and the log does not hold ${lacks.join(" and ")}.`,
    { need: "listLength" satisfies Need, lacks: [...lacks] },
  );
