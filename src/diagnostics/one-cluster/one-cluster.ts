import { showTwoDigits } from "../../numeric/show-number.js";
import { type Diagnostic, diagnosis } from "../diagnostic.js";
import { thresholds } from "../thresholds.js";

const of = {
  code: "oneCluster",
  assumption: "no single user decides",
  thresholds: thresholds.oneCluster,
} as const;

/**
 * The share of a difference's squared standard error that one cluster (or bucket) brings. It refuses nothing:
 * the degrees of freedom of a verdict allow for users who bring more than others.
 */
export const oneCluster: Diagnostic = {
  ...of,
  purpose: "whether one user dominates a difference",
  worse: "higher",
  ofResult: ({ feed, differences }) =>
    differences.flatMap(({ policy, reward, estimator, label, answer }) => {
      const squares = answer.influence.map((psi) => psi * psi);
      const all = squares.reduce((a, b) => a + b, 0);
      if (all === 0) return [];
      const share = squares.reduce((a, b) => Math.max(a, b), 0) / all;
      return [
        diagnosis(of, {
          policy,
          reward,
          feed,
          estimator,
          statistic: share,
          severity: share > thresholds.oneCluster.watch ? "watch" : "ok",
          consequence: `One user, or bucket of users, contributes ${showTwoDigits(100 * share)} % of the variance of the difference by ${label}.`,
          remedy: "Look at that user: it may be a robot.",
          facts: { share, estimator: label },
        }),
      ];
    }),
};
