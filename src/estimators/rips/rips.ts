import { isReason, type Reason } from "../../errors.js";
import { double, plus, times } from "../../sql/expression.js";
import type { Component, Estimator, Formula, Functional, Question } from "../estimator.js";
import {
  cascadeParts,
  hasSlot,
  listsOf,
  meaningOf,
  overLists,
  ranksTo,
  rewardAt,
  weightAt,
  weightDownTo,
  withinReach,
} from "../lists.js";
import { nothingIn, rewarded, rewardFormula } from "../parts.js";
import { forEstimand } from "../predicted.js";

/**
 * Reward-interaction importance sampling (McInerney et al., KDD 2020): Z = Σ_r w_{1:r}·c_r, the weight of a slot being the
 * product of those down to it: users read from the top, and what stands below a slot does not change its reward.
 * `normalised: perRank` divides the sum of each rank by that of its weights.
 */
export const rips: Estimator = {
  name: "rips",
  purpose: "reward of each slot weighted by the probability of the list down to it",
  reference: "McInerney, Brost, Chandar, Mehrotra and Carterette (KDD 2020)",
  assumptions: [
    "the reward of a slot depends on it and the slots above it (cascade)",
    "support for the lists down to each slot",
  ],
  parameters: [
    {
      name: "normalised",
      kind: "choice",
      purpose:
        "perRank divides the weighted reward of each rank by its mean weight; no leaves it, and needs viewed rows alone",
      choices: ["no", "perRank"],
      default: "no",
      label: { unless: "no" },
    },
  ],
  canonical: ({ normalised = "no" }) => ({ normalised }),
  role: () => "reward",
  needs: ["displayedRank", "listLength"],
  multipliesViews: ({ normalised }) => normalised !== "perRank",
  formula: (question) => {
    const { reward, estimand, policy, parameters } = question;
    if (parameters.normalised === "perRank") return perRank(question);
    return policy.isLogged ? rewardFormula(rewarded(reward.value), estimand) : plain(question);
  },
};

/** w_1(c_1 + w_2(c_2 + …)): slots after the last view have no reward, and are not read. */
function plain(question: Question): Formula | Reason {
  const { log, reward, estimand, policy } = question;
  const parts = cascadeParts(question);
  if (isReason(parts)) return parts;
  const slots = withinReach(log.deepest.view);
  if (isReason(slots)) return slots;
  const value = ranksTo(slots).reduceRight(
    (below, r) => times(weightAt(parts, r), plus(rewardAt(parts.rank, r, reward), below)),
    double(0),
  );
  const meaning = meaningOf(parts.rank, parts.ratio, reward.value);
  const z: Component = { over: "trajectories", rows: "all", value, meaning };
  return rewardFormula(z, estimand, policy.views);
}

/** Σ_r (share of lists with a slot r) · mean(w_{1:r} c_r)/mean(w_{1:r}). */
function perRank(question: Question): Formula | Reason {
  const { reward, estimand, policy } = question;
  const lists = listsOf(question);
  if (isReason(lists)) return lists;
  const components = ranksTo(lists.slots).flatMap((r): readonly Component[] => {
    const has = hasSlot(lists.rank, r);
    const weight = weightDownTo(lists, r);
    return [
      overLists(times(weight, rewardAt(lists.rank, r, { ...reward, mayBeNegative: true }))),
      overLists(times(weight, has)),
      overLists(has),
    ];
  });
  return forEstimand({ components, plugIn: sumOfShares }, estimand, policy);
}

/** Σ a·c/b over triples (a, b, c); a rank that no list has adds nothing. */
const sumOfShares: Functional = (means) => {
  const gradient: number[] = [];
  let value = 0;
  for (let i = 0; i < means.length; i += 3) {
    const [a = 0, b = 0, c = 0] = means.slice(i, i + 3);
    if (b === 0 && c !== 0) return nothingIn("weight at some rank");
    const mean = b === 0 ? 0 : a / b;
    value += mean * c;
    gradient.push(...(b === 0 ? [0, 0, 0] : [c / b, (-mean * c) / b, mean]));
  }
  return { value, gradient };
};
