import { type Diagnostic, diagnosis } from "../diagnostic.js";
import { thresholds } from "../thresholds.js";

const of = {
  code: "skippedTrajectories",
  assumption: "the same population for every metric",
  thresholds: thresholds.skippedTrajectories,
} as const;

/** nDCG is not defined without a reward: it covers fewer trajectories than DCG. */
export const skippedTrajectories: Diagnostic = {
  ...of,
  purpose: "how many trajectories nDCG leaves out",
  worse: "higher",
  ofResult: ({ feed, estimates, baseline }) =>
    estimates.flatMap(({ policy, estimator, reward, label, answer, usable }) => {
      if (usable === null || policy !== baseline) return [];
      const skipped = answer.n - usable;
      const share = skipped / answer.n;
      return [
        diagnosis(of, {
          reward,
          feed,
          estimator,
          statistic: share,
          severity: share > thresholds.skippedTrajectories.watch ? "watch" : "ok",
          consequence: `${label} of ${reward} skips ${skipped} of ${answer.n} trajectories, whose ideal DCG is not positive; DCG counts all.`,
          remedy: "Decide by dcg; nDCG is a score of the rewarded trajectories only.",
          facts: { skipped, trajectories: answer.n },
        }),
      ];
    }),
};
