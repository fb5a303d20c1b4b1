import { defaultInterval } from "../../inference/inference.js";
import { skewnessOf } from "../../inference/intervals/skewness.js";
import { exp } from "../../numeric/elementary/exp.js";
import { normalQuantile } from "../../numeric/normal-quantile.js";
import { showTwoDigits } from "../../numeric/show-number.js";
import { type Diagnostic, diagnosis } from "../diagnostic.js";
import { thresholds } from "../thresholds.js";

const of = {
  code: "skewed",
  assumption: "the mean over users is nearly normal",
  thresholds: thresholds.skewed,
} as const;

/**
 * The skewness of a difference, Σψ³/(Σψ²)^{3/2} over the influences of users: the intervals of `t` are symmetric and
 * then miss to one side more often than they should. Other methods of intervals allow for it.
 */
export const skewed: Diagnostic = {
  ...of,
  purpose: "whether a symmetric interval misses to one side",
  worse: "higher",
  ofResult: ({ feed, differences, inference }) => {
    if (inference.interval !== defaultInterval) return [];
    const tail = (1 - inference.confidence) / 2;
    return differences.flatMap(({ policy, reward, estimator, label, answer }) => {
      if (answer.influence.every((psi) => psi === 0)) return [];
      const skewness = skewnessOf(answer.influence);
      const size = Math.abs(skewness);
      const missed = missedShare(size, tail);
      return [
        diagnosis(of, {
          policy,
          reward,
          feed,
          estimator,
          statistic: size,
          severity: size > thresholds.skewed.watch ? "watch" : "ok",
          consequence: `The difference by ${label} has a skewness of ${showTwoDigits(skewness)} as a mean over users: its interval misses to one side in about ${showTwoDigits(100 * missed)} % of logs instead of ${showTwoDigits(100 * tail)} %.`,
          remedy: "Set interval: skewness or interval: bootstrapT, or log more users.",
          facts: { skewness, missedShare: missed, estimator: label },
        }),
      ];
    });
  },
};

/** The share of intervals that lie beyond the truth on the long side: a + s·(2z² + 1)·φ(z)/6, Hall (1992). */
function missedShare(skewness: number, tail: number): number {
  const z = normalQuantile(1 - tail);
  const density = exp((-z * z) / 2) / Math.sqrt(2 * Math.PI);
  return Math.min(0.5, tail + (skewness * (2 * z * z + 1) * density) / 6);
}
