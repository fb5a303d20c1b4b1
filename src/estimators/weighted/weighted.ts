import { isReason } from "../../errors.js";
import type { Parameters } from "../../parameters.js";
import { and, caseWhen, double, type Expression, sum, times } from "../../sql/expression.js";
import type { Component, Estimator, LoggerView, Wrote } from "../estimator.js";
import { loggedOfSeveral, severalLoggers } from "../mixture.js";
import { rewarded } from "../parts.js";
import { forEstimand } from "../predicted.js";
import { weight } from "../weight.js";
import { combined } from "./combined.js";

/**
 * Estimates of one value by each logging policy alone, combined by the inverse of their variances: Σ_j λ_j Σ_i Z_i,
 * λ_j = 1/(s_j² Σ_k n_k/s_k²) (Agarwal et al. 2017; docs/methods.md, "Several logging policies"). The variances
 * s_j² that weigh one half of the users are those of the other half, with a floor, since a variance of the
 * same rewards is small where they happen to be small.
 */
export const weighted: Estimator = {
  name: "weighted",
  purpose: "ips of each of several logging policies alone, combined by the inverse of its variance",
  reference:
    "Agarwal, Basu, Schnabel and Joachims (KDD 2017), the weighted estimator, by exposures",
  assumptions: [
    "the assumptions of ips for every logging policy alone, support among them",
    "all logging policies met the same users and contexts, on all days alike",
  ],
  parameters: [
    {
      name: "variances",
      kind: "choice",
      purpose:
        "of whom the variances are: of the other half of the users, or of all, as published (biased on small logs)",
      choices: ["otherHalf", "same"],
      default: "otherHalf",
      label: { unless: "otherHalf" },
    },
  ],
  canonical: ({ variances = "otherHalf" }: Parameters) => ({ variances }),
  role: () => "modelledReward",
  needs: ["loggers"],
  isLinear: false,
  combinesLoggers: true,
  formula: ({ log, policy, reward, parameters, estimand }) => {
    const loggers = severalLoggers(log);
    if (isReason(loggers)) return loggers;
    const w = weight(log, policy);
    if (isReason(w)) return w;
    if (policy.isLogged) return loggedOfSeveral;
    const z = times(reward.value, w);
    const isHalved = parameters.variances === "otherHalf";
    const parts = isHalved ? loggers.halves : [undefined];
    const components = parts.flatMap((half) =>
      loggers.all.flatMap((loggerView) => sumsOf(loggerView, half, z)),
    );
    return forEstimand({ components, plugIn: combined(parts.length, isHalved) }, estimand, policy);
  },
};

/** Trajectories of a logging policy in a half of the users, with ΣZ and ΣZ². */
function sumsOf({ wrote }: LoggerView, half: Wrote | undefined, z: Expression): Component[] {
  const only = (value: Expression, of: keyof Wrote): Expression => {
    const conditions = [wrote[of], ...(half === undefined ? [] : [half[of]])];
    return caseWhen([{ when: and(conditions), then: value }], double(0));
  };
  const total = sum(z);
  return [
    { over: "trajectories", rows: "all", value: only(double(1), "trajectory"), range: [0, 1] },
    rewarded(only(z, "row")),
    { over: "trajectories", value: only(times(total, total), "trajectory") },
  ];
}
