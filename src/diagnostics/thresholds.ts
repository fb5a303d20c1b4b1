import { liftsFarAt } from "../inference/lift-agreement.js";

interface Thresholds {
  readonly effectiveSampleSize: { readonly fail: number; readonly watch: number };
  readonly largestWeight: { readonly fail: number; readonly watch: number };
  readonly meanWeight: { readonly tolerance: number };
  readonly oneCluster: { readonly watch: number };
  readonly skewed: { readonly watch: number };
  readonly estimatorsDisagree: { readonly watch: number };
  readonly skippedTrajectories: { readonly watch: number };
  readonly fewClusters: { readonly watch: number };
  readonly onlineAgreement: { readonly failAt: number };
  readonly curveFit: { readonly badly: number };
}

/**
 * By what something is called good or bad: diagnostics, verdicts, gates, reports and exit codes read this one
 * table, so that they cannot disagree. What a fit may claim (`leastAtRisk`, `aicNoise` and the like) stands with
 * fitting, performance limits stand where they are used.
 */
export const thresholds: Thresholds = {
  /**
   * Effective number of impressions (Kish). Conventions, not derived: below 100 the normal approximation
   * of a mean of rare rewards is not reliable; at 1,000 its error is about 3 % of a weight.
   */
  effectiveSampleSize: { fail: 100, watch: 1000 },
  /** Share of all weight on the heaviest impression; a tenth means that one row may turn the sign. */
  largestWeight: { fail: 0.1, watch: 0.01 },
  /** Relative distance of the mean weight from its expectation that still counts as equal. */
  meanWeight: { tolerance: 0.1 },
  /** Share of the squared standard error of a difference that comes from one cluster. */
  oneCluster: { watch: 0.5 },
  /** Skewness of a mean over users at which one side of a 95 % interval misses twice as often as it should. */
  skewed: { watch: 0.3 },
  /** p, over all pairs, of a difference between estimators of one reward: heavy weights make small p a little more frequent than they say. */
  estimatorsDisagree: { watch: 0.001 },
  /** Share of trajectories that nDCG skips. */
  skippedTrajectories: { watch: 0.5 },
  /** Clusters below which a standard error is itself poorly known. */
  fewClusters: { watch: 40 },
  /** Combined standard errors between the lifts offline and online. */
  onlineAgreement: { failAt: liftsFarAt },
  /** Distance in log p from which a family fits badly: weights, which are ratios of p, are off by a fifth. */
  curveFit: { badly: 0.2 },
};
