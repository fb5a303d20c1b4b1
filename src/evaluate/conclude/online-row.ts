import { observedReward } from "../../estimators/index.js";
import { defaultInterval } from "../../inference/inference.js";
import { intervalBy } from "../../inference/intervals/interval.js";
import type { OnlineReward } from "../about.js";
import type { Answered, EstimateRow } from "./result.js";

export function onlineRow(row: OnlineReward, confidence: number): Answered<EstimateRow> {
  const { policy, reward, estimand, feed, value, se, n, clusters, buckets } = row;
  const statistic = { value, se, degreesOfFreedom: (buckets ?? Infinity) - 1 };
  return {
    policy,
    estimator: observedReward.name,
    parameters: observedReward.canonical({}),
    reward,
    estimand,
    feed,
    day: null,
    value,
    se,
    interval: intervalBy(defaultInterval, statistic, confidence),
    n: n ?? 0,
    clusters,
    buckets: buckets ?? 0,
    warnings: [],
  };
}
