import type { Component } from "../../estimators/estimator.js";
import { impressions } from "../../estimators/parts.js";
import { type Diagnostic, diagnosis } from "../diagnostic.js";
import { everyWeights, weightComponents, weightsOwner } from "../policy-weight.js";
import { thresholds } from "../thresholds.js";
import { weightSpread } from "./weight-spread.js";

const of = {
  code: "effectiveSampleSize",
  assumption: "support and overlap",
  thresholds: thresholds.effectiveSampleSize,
} as const;

const kept = Object.freeze({ ...impressions, samplingPower: 0 }) as Component;

/** Kish's effective sample size (Σw)²/Σw² over viewed impressions (Kish, Survey Sampling, 1965). */
export const effectiveSampleSize: Diagnostic = {
  ...of,
  purpose: "how many impressions of equal weight the policy's estimates are worth",
  worse: "lower",
  components: (log, policy) =>
    weightComponents(log, policy, ({ sum, squares }) => [sum, squares, kept]),
  ofPolicy: ({ policy, log, feed, isExamined, total }) =>
    everyWeights(log, policy).map(({ estimator, sums }) => {
      const [w, squares] = [total(sums.sum), total(sums.squares)];
      const { ess, essFraction, cv2 } = weightSpread(total(kept), w, squares);
      const { fail, watch } = thresholds.effectiveSampleSize;
      const judged = ess < fail ? "fail" : ess < watch ? "watch" : "ok";
      return diagnosis(of, {
        policy: policy.name,
        feed,
        estimator,
        statistic: ess,
        severity: isExamined && estimator === null ? "ok" : judged,
        consequence: `The estimates of ${weightsOwner(policy, estimator)} are worth ${Math.round(ess)} impressions of equal weight.`,
        remedy: "Evaluate a policy closer to the logging policy, or log with more randomness.",
        facts: { effectiveSampleSize: ess, share: essFraction, cv2, weight: w },
      });
    }),
};
