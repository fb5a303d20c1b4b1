import { finite } from "../numeric/finite.js";
import { tQuantile } from "../numeric/student-t-quantile.js";
import { sum } from "../numeric/sum.js";
import type { Comparison, MissingOfComparison } from "./comparison.js";
import { decisionOf } from "./decision-of.js";
import { totalOf } from "./grouped-sums.js";
import { logTotals, tableOf } from "./tables.js";
import { turnsOf } from "./turns.js";

/** What a log lacks of a comparison's views, and what these are taken to earn, as a result says it. */
export interface MissingFacts {
  /** Of the candidate's views, and of those of a baseline that is not the logging policy. */
  readonly share: number;
  readonly shareOfBaseline: number | null;
  /** Whose missing views `assumed`, `rewardPerView` and `rewardRange` are of: the candidate's, where any of these are missing. */
  readonly side: "candidate" | "baseline";
  /** Of all its views, those missing ones that are of items not known to the log. */
  readonly unknownItemsShare: number;
  /** By what their rewards are given: the study, or that nothing is known of these items. */
  readonly assumed: MissingOfComparison["candidate"]["rewards"]["assumed"];
  /** What a missing view is taken to earn: at the point, and from least to most. */
  readonly rewardPerView: number;
  readonly rewardRange: readonly [number, number];
  /** What a logged view earns. */
  readonly averageReward: number;
  /** The difference where missing views earn nothing. */
  readonly differenceAtZero: number;
  /**
   * The rewards a missing view above which the candidate is judged above its baseline, below which it is judged below, and at
   * which the difference is 0; null where no reward does it.
   */
  readonly thresholds: {
    readonly positiveAbove: number | null;
    readonly negativeBelow: number | null;
    readonly zeroAt: number | null;
  } | null;
  /** Where one end of the set follows from a ceiling alone: the difference is at least, or at most, the other. */
  readonly oneSided: "least" | "most" | null;
}

/** Of a comparison at its own level. */
export function missingFacts(comparison: Comparison, missing: MissingOfComparison): MissingFacts {
  const { candidate, base, byReward, open } = missing;
  const { support } = candidate;
  const isOfBase = support.seen === 0 && base !== undefined;
  const of = isOfBase ? base : candidate;
  const { rewards } = of;
  const views = sum(logTotals(comparison.log).views.views);
  const earned = sum(totalOf(tableOf(comparison.log.rewards, comparison.reward).byDepth).sum);
  const t =
    comparison.df > 0
      ? tQuantile(1 - comparison.level / 2, comparison.df)
      : Number.POSITIVE_INFINITY;
  const { positiveAbove, negativeBelow, zeroAt } = turnsOf(byReward, t);
  const decision = decisionOf(comparison, comparison.difference, comparison.se);
  const isLeast = open.high && !open.low && decision >= 0;
  const isMost = open.low && !open.high && decision <= 0;
  return {
    share: support.seen / support.viewsPerTrajectory,
    shareOfBaseline:
      base === undefined ? null : base.support.seen / base.support.viewsPerTrajectory,
    side: isOfBase ? "baseline" : "candidate",
    unknownItemsShare: rewards.unknownViews / of.support.viewsPerTrajectory,
    assumed: rewards.assumed,
    rewardPerView: rewards.rateOf(),
    rewardRange: [rewards.lowOf(), rewards.highOf()],
    averageReward: earned / views,
    differenceAtZero: byReward.atNothing,
    thresholds:
      base === undefined || base.support.seen === 0
        ? {
            positiveAbove: finite(positiveAbove ?? Number.NaN),
            negativeBelow: finite(negativeBelow ?? Number.NaN),
            zeroAt: finite(zeroAt ?? Number.NaN),
          }
        : null,
    oneSided: isLeast ? "least" : isMost ? "most" : null,
  };
}
