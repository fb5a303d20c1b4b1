import { requestKey } from "../estimators/request-key.js";
import type { Adjustment } from "../inference/adjustments/adjustment.js";
import { square } from "../numeric/elementary/square.js";
import { normalQuantile } from "../numeric/normal-quantile.js";
import { nearestTo, twoSidedP } from "./pair.js";
import type { Point } from "./pairs.js";
import type { Overall, OverallDifference } from "./result.js";

/**
 * Every difference over all days of a policy, by the first estimator of the reward. Online and offline tell it from 0
 * where its two-sided p is below 1 − confidence, adjusted among all differences of that side; of a set, p holds whichever
 * of its values is true.
 */
export function overallOf(
  points: readonly Point[],
  { adjustment, confidence }: { readonly adjustment: Adjustment; readonly confidence: number },
): Overall | null {
  const whole = points.filter(
    ({ day, difference, row }) => day === null && difference !== null && row.role === "reward",
  );
  const keyOf = ({ row }: Point): string =>
    requestKey({ name: row.estimator, parameters: row.parameters });
  const [main] = whole;
  if (main === undefined) return null;
  const samePoints = whole.filter((point) => keyOf(point) === keyOf(main));
  const isTold = (side: "online" | "offline"): readonly boolean[] =>
    adjustment
      .p(samePoints.map(({ difference }) => twoSidedP(difference?.[side] ?? nothing)))
      .map((p) => p < 1 - confidence);
  const [online, offline] = [isTold("online"), isTold("offline")];
  const differences = samePoints.flatMap((point, at): readonly OverallDifference[] => {
    const { difference, row, baseline } = point;
    if (difference === null || baseline === null) return [];
    const isAlike = Math.sign(difference.online.value) === Math.sign(difference.offline.value);
    return [
      {
        ...{ policy: row.policy, feed: row.feed, reward: row.reward, baseline },
        ...{ online: difference.online, offline: difference.offline },
        outcome: outcomeOf(online[at] ?? false, offline[at] ?? false, isAlike),
        withinErrors: isWithin(difference, confidence),
      },
    ];
  });
  const { estimator, parameters, label, estimand } = main.row;
  const counts = { right: 0, wrong: 0, onlineCannotTell: 0, offlineCannotTell: 0 };
  for (const { outcome } of differences) counts[outcome] += 1;
  const withinErrors = differences.filter((difference) => difference.withinErrors).length;
  return { estimator, parameters, label, estimand, differences, counts, withinErrors };
}

const nothing = { value: 0, se: 0 } as const;

function outcomeOf(
  online: boolean,
  offline: boolean,
  isAlike: boolean,
): OverallDifference["outcome"] {
  if (!online) return "onlineCannotTell";
  if (!offline) return "offlineCannotTell";
  return isAlike ? "right" : "wrong";
}

function isWithin(
  { online, offline: estimate, covariance }: NonNullable<Point["difference"]>,
  confidence: number,
): boolean {
  const offline = nearestTo(online.value, estimate);
  const variance = Math.max(0, square(online.se) + square(offline.se) - 2 * covariance);
  const far = normalQuantile((1 + confidence) / 2) * Math.sqrt(variance);
  return Math.abs(offline.value - online.value) <= far;
}
