import { type Diagnostic, diagnosis } from "../diagnostic.js";
import { thresholds } from "../thresholds.js";

const of = {
  code: "oneCluster",
  assumption: "no single user decides",
  thresholds: thresholds.oneCluster,
} as const;

/** The share of a difference's squared standard error that one cluster (or bucket) brings. */
export const oneCluster: Diagnostic = {
  ...of,
  purpose: "whether one user carries a difference",
  worse: "higher",
  ofResult: ({ feed, differences }) =>
    differences.flatMap(({ policy, reward, label, answer }) => {
      const squares = answer.influence.map((psi) => psi * psi);
      const all = squares.reduce((a, b) => a + b, 0);
      if (all === 0) return [];
      const share = squares.reduce((a, b) => Math.max(a, b), 0) / all;
      const { fail, watch } = thresholds.oneCluster;
      return [
        diagnosis(of, {
          policy,
          reward,
          feed,
          statistic: share,
          severity: share > fail ? "fail" : share > watch ? "watch" : "ok",
          consequence: `One cluster brings ${(100 * share).toPrecision(2)} % of the variance of the difference by ${label}.`,
          remedy: "Look at that user (a robot?); read the estimates under several clips.",
          facts: { share, estimator: label },
        }),
      ];
    }),
};
