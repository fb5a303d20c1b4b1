import { showTwoDigits } from "../../numeric/show-number.js";
import { type Diagnostic, diagnosis } from "../diagnostic.js";
import { everyWeights, weightComponents, weightsOwner } from "../policy-weight.js";
import { thresholds } from "../thresholds.js";

const of = {
  code: "largestWeight",
  assumption: "support and overlap",
  thresholds: thresholds.largestWeight,
} as const;

/** max w / Σw: the weight share of the heaviest impression (docs/methods.md, "Concentration"). */
export const largestWeight: Diagnostic = {
  ...of,
  purpose: "whether one impression dominates a policy's estimates",
  worse: "higher",
  components: (log, policy) =>
    weightComponents(log, policy, ({ sum, largest, largestOfView }) => [
      sum,
      largest,
      largestOfView,
    ]),
  ofPolicy: ({ policy, log, feed, isExamined, total, largest }) =>
    everyWeights(log, policy).map(({ estimator, sums }) => {
      const [w, most] = [total(sums.sum), largest(sums.largest)];
      const share = w === 0 ? 1 : most / w;
      const { fail, watch } = thresholds.largestWeight;
      const judged = share > fail ? "fail" : share > watch ? "watch" : "ok";
      return diagnosis(of, {
        policy: policy.name,
        feed,
        estimator,
        statistic: share,
        severity: isExamined && estimator === null ? "ok" : judged,
        consequence: `One impression holds ${showTwoDigits(100 * share)} % of the weight of ${weightsOwner(policy, estimator)}.`,
        remedy: "Compare the estimates under several clips; log with more randomness.",
        facts: { share, largest: largest(sums.largestOfView) },
      });
    }),
};
