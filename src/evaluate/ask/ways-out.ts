import { type Reason, reason } from "../../errors.js";
import type { Need } from "../../estimators/estimator.js";
import { rewardEstimators } from "../../estimators/index.js";

/** How a study gives what an estimator needs: in words, and the key that is missing. */
const remedies: Readonly<Record<Need, { readonly words: string; readonly missing?: string }>> = {
  displayedRank: { words: "Give log.rank", missing: "log.rank" },
  targetRank: { words: "Give the policy's rank" },
  curve: {
    words: "Give log.exposure.curve (or log.exposure.column and policies by exposure)",
    missing: "log.exposure.curve",
  },
  viewCurve: { words: "Give log.exposure.curve", missing: "log.exposure.curve" },
  prediction: {
    words:
      "Name the column of predictions as prediction of the reward (log.rewards), or have them fitted on the log (prediction: { fit: itemMean })",
    missing: "log.rewards.prediction",
  },
  candidates: {
    words: "Give log.candidates, or a log of all offered rows (log.rows: offered with log.viewed)",
    missing: "log.candidates",
  },
  candidateRank: {
    words: "Name the displayed rank (or the exposure) of the candidates in log.candidates",
    missing: "log.candidates.rank",
  },
  cluster: {
    words: "Name the column with the cluster of each item as log.cluster",
    missing: "log.cluster",
  },
  propensity: {
    words:
      "Name the columns with the probability of the item at its displayed rank, given the items above it, as log.propensity and as propensity of the policy",
  },
  placement: {
    words:
      "Name the columns with the probability of the item at its displayed rank, whatever stands above it, as log.placement and as placement of the policy",
  },
  listWeight: { words: "Name the column with the weight of each list as listWeight of the policy" },
  listLength: {
    words:
      "Give log.listLength, and every slot of each list in log.candidates or with log.rows: offered",
    missing: "log.listLength",
  },
  remaining: {
    words: "Name the columns of predictions as remaining of the reward and of the policy",
    missing: "log.rewards.remaining",
  },
  loggers: {
    words:
      "Name log.loggingPolicy and, for each of its values, the policy of the study that it stands for: log.loggingPolicies",
    missing: "log.loggingPolicies",
  },
  trust: {
    words:
      "Give log.exposure.trust: by displayed rank the chance of a reward once an item is viewed, of relevant items (plus) and of others (minus)",
    missing: "log.exposure.trust",
  },
  knownViews: {
    words:
      "Give log.exposure.curve as a curve with its parameters and a cut-off (or log.listLength), not one that is fitted",
    missing: "log.exposure.curve",
  },
};

/** A refusal with what would help: the key to give, and estimators of the reward that do without. */
export function withWaysOut(refusal: Reason): Reason {
  const { need, ...facts } = refusal.facts;
  if (!isNeed(need)) return refusal;
  const { words, missing } = remedies[need];
  const instead = needsOfViews.has(need) ? [] : rewardEstimatorsWithout(need);
  const others = instead.length === 0 ? "" : `, or use ${instead.join(" or ")}`;
  return reason(refusal.code, `${refusal.message} ${words}${others}.`, {
    ...facts,
    need,
    ...(missing === undefined ? {} : { missing }),
    ...(instead.length === 0 ? {} : { instead }),
  });
}

/** Every estimator of the reward needs these, or exposures in their place. */
const needsOfViews: ReadonlySet<Need> = new Set(["curve", "viewCurve", "knownViews"]);

const isNeed = (need: unknown): need is Need =>
  typeof need === "string" && Object.hasOwn(remedies, need);

const rewardEstimatorsWithout = (need: Need): readonly string[] =>
  rewardEstimators
    .filter(({ needs }) => !needs.some((needed) => needed === need))
    .map(({ name }) => name);
