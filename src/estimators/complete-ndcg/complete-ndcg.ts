import { isReason, type Reason } from "../../errors.js";
import { log2 } from "../../numeric/elementary/log-in-base.js";
import {
  apply,
  caseWhen,
  divide,
  double,
  type Expression,
  greater,
  lookup,
  rowNumber,
  sum,
  times,
} from "../../sql/expression.js";
import type { Component, Estimator, Question } from "../estimator.js";
import { noDisplayedRank } from "../gain.js";
import { trajectoryKey, usable, whereUsable } from "../ideal.js";
import { averageShare, onNoIdeal } from "../normalised.js";
import { noCandidateRank, predictionOf } from "../predicted.js";
import { noRank } from "../weight.js";

/**
 * nDCG@n on complete information: DCG of the labels of a trajectory's candidates at the policy's ranks, over that of
 * their best order (Järvelin and Kekäläinen 2002; docs/methods.md, "Normalised DCG"). It reads no rewards, and so
 * answers what `ndcg` cannot: what unviewed items are worth. It is as right as its labels, and not a reward.
 */
export const completeNdcg: Estimator = {
  name: "completeNdcg",
  purpose: "nDCG@n of labels of all candidates, viewed or not; a score, not a reward",
  reference: "Järvelin and Kekäläinen (ACM TOIS 2002); Jeunen et al. (KDD 2024), §5",
  assumptions: [
    "none under which it would estimate the online reward",
    "the predictions are labels: right of every candidate, viewed or not",
  ],
  parameters: [
    {
      name: "at",
      kind: "number",
      purpose: "the ranks that count, from the first: n of nDCG@n",
      ...{ min: 1, max: 1000, open: "none", whole: true, default: 10 },
    },
    onNoIdeal,
  ],
  canonical: ({ at = 10, onNoIdeal = "skip" }) => ({ at, onNoIdeal }),
  role: () => "score",
  needs: ["targetRank"],
  metric: "normalisedGain",
  trustsPredictions: () => true,
  formula: (question) => {
    if (question.estimand !== "perTrajectory") return undefined;
    const label = predictionOf(question);
    if (isReason(label)) return label;
    const rank = rankOf(question);
    if (isReason(rank)) return rank;
    const { at, onNoIdeal } = question.parameters;
    const gain = caseWhen([{ when: greater(label, double(0)), then: label }], double(0));
    const total = (place: Expression): Expression =>
      apply("coalesce", sum(times(gain, discountAt(place, Number(at)))), double(0));
    const ideal = total(rowNumber(trajectoryKey, [{ by: gain, descending: true }]));
    const share = whereUsable(ideal, divide(total(rank), ideal));
    return averageShare(ofCandidates(share), ofCandidates(usable(ideal)), onNoIdeal);
  },
};

function rankOf({ log, policy }: Question): Expression | Reason {
  if (!policy.isLogged) return policy.rank ?? noRank(policy.name);
  if (log.rank === undefined) return noDisplayedRank;
  return log.candidates?.rank === true ? log.rank : noCandidateRank;
}

/** 1/log2(r + 1) down to rank n, 0 beyond and where an item is not shown. */
function discountAt(rank: Expression, n: number): Expression {
  const table = Array.from({ length: n }, (_, i) => 1 / log2(i + 2));
  return apply("coalesce", lookup(`log2 to ${n}`, table, rank), double(0));
}

/** Target ranks of candidates are distinct, so that no order exceeds the ideal. */
const ofCandidates = (value: Expression): Component => ({
  over: "trajectories",
  rows: "candidates",
  value,
  range: [0, 1],
});
