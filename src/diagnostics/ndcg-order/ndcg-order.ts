import type { Metric } from "../../estimators/estimator.js";
import { type PointEstimate, statisticOf } from "../../inference/delta.js";
import { difference } from "../../inference/difference.js";
import type { Inference } from "../../inference/inference.js";
import { type AnsweredRow, type Diagnostic, diagnosis } from "../diagnostic.js";

const of = {
  code: "ndcgOrder",
  assumption: "normalising preserves the order of policies",
} as const;

/**
 * Pairs of policies that nDCG and DCG order differently (paper, §5), both significantly: normalising misleads here.
 * Where either difference may be chance there is nothing to say.
 */
export const ndcgOrder: Diagnostic = {
  ...of,
  purpose: "whether nDCG and DCG disagree about which policy is better",
  ofResult: ({ feed, estimates, inference }) => {
    const rewards = [...new Set(estimates.map(({ reward }) => reward))];
    return rewards.flatMap((reward) => {
      const here = estimates.filter((row) => row.reward === reward);
      const gain = byPolicy(here, "gain");
      const normalised = byPolicy(here, "normalisedGain");
      if (gain === undefined || normalised === undefined) return [];
      return inverted(gain.values, normalised.values, inference).map(([a, b]) =>
        diagnosis(of, {
          policy: a,
          reward,
          feed,
          estimator: normalised.estimator,
          severity: "watch",
          consequence: `${gain.estimator} estimates more ${reward} for ${a} than for ${b}; ${normalised.estimator} orders them oppositely.`,
          remedy: `Use ${gain.estimator}: it estimates the reward, ${normalised.estimator} does not.`,
          facts: { better: a, worse: b },
          policies: [a, b],
        }),
      );
    });
  },
};

interface ByPolicy {
  readonly estimator: string;
  readonly values: ReadonlyMap<string, PointEstimate>;
}

function byPolicy(rows: readonly AnsweredRow[], metric: Metric): ByPolicy | undefined {
  const first = rows.find((row) => row.metric === metric);
  if (first === undefined) return undefined;
  const { estimator, label } = first;
  const same = rows.filter((row) => row.estimator === estimator && row.label === label);
  return { estimator, values: new Map(same.map(({ policy, answer }) => [policy, answer])) };
}

function inverted(
  gain: ReadonlyMap<string, PointEstimate>,
  normalised: ReadonlyMap<string, PointEstimate>,
  inference: Inference,
): readonly (readonly [better: string, worse: string])[] {
  const policies = [...gain.keys()].filter((policy) => normalised.has(policy));
  const below = (values: ReadonlyMap<string, PointEstimate>, a: string, b: string): boolean =>
    isBelow(values.get(a), values.get(b), inference);
  return policies.flatMap((a) =>
    policies
      .filter((b) => below(gain, b, a) && below(normalised, a, b))
      .map((b) => [a, b] as const),
  );
}

function isBelow(
  low: PointEstimate | undefined,
  high: PointEstimate | undefined,
  { interval, confidence }: Inference,
): boolean {
  if (low === undefined || high === undefined || !(low.value < high.value)) return false;
  return interval.p(statisticOf(difference(high, low))) < 1 - confidence;
}
