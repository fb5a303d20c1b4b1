import { divide, double, sum, times } from "../../sql/expression.js";
import type { Estimator } from "../estimator.js";
import { noDisplayedRank } from "../gain.js";
import { declaresViews, noKnownViews } from "../known-views.js";
import { meanOf } from "../parts.js";
import { noRank } from "../weight.js";

/**
 * The mean over trajectories of the reward per viewed item of each: Y/T *inside* the mean (docs/methods.md,
 * "Estimands"). The weights are h_R/h_i with h_r = E[1{T ≥ r}/T], since p_R/p_i would be biased. It is another
 * quantity than reward per trajectory or per impression, and can order policies otherwise.
 */
export const meanOfRates: Estimator = {
  name: "meanOfRates",
  purpose:
    "the mean of reward per viewed item, trajectory by trajectory; another quantity than reward",
  reference: "docs/methods.md, Estimands",
  assumptions: ["the assumptions of dcg", "the curve is known and lists end where it says"],
  parameters: [],
  canonical: () => ({}),
  role: () => "score",
  needs: ["displayedRank", "targetRank"],
  formula: ({ log, policy, reward, estimand }) => {
    if (estimand !== "perTrajectory") return undefined;
    if (policy.views !== undefined) return declaresViews(policy);
    if (!log.rank) return noDisplayedRank;
    const rank = policy.isLogged ? log.rank : policy.rank;
    if (!rank) return noRank(policy.name);
    const target = log.curve?.known?.rateAt(rank, log.listLength);
    const logging = log.curve?.known?.rateAt(log.rank, log.listLength);
    if (target === undefined || logging === undefined) return noKnownViews;
    const w = policy.isLogged ? double(1) : divide(target, logging);
    const rate = divide(sum(times(reward.value, w)), sum(double(1)));
    return meanOf({ over: "trajectories", rows: "all", value: rate });
  },
};
