import { type Diagnosis, thresholds } from "../../diagnostics/index.js";
import {
  type Inference,
  intervalBy,
  type PointEstimate,
  standardError,
  statisticOf,
} from "../../inference/index.js";
import type { Answered } from "./answers.js";
import type { EstimateRow } from "./result.js";
import { rowKey } from "./row-key.js";

/** One row of `estimates`: value, standard error and interval, or the reason for none. */
export function estimateRow(
  answered: Answered,
  { interval, confidence }: Inference,
  clusters: number | null,
  diagnoses: readonly Diagnosis[],
): EstimateRow {
  const { answer: found, usable } = answered;
  if ("code" in found) return { ...rowKey(answered, answered.scope), none: found };
  const se = standardError(found);
  return {
    ...rowKey(answered, answered.scope),
    value: found.value,
    se,
    interval: intervalBy(interval, statisticOf(found), confidence),
    ...sizes(found, clusters),
    ...(usable === null ? {} : { skipped: found.n - usable }),
    warnings: warningsOf(answered, found, diagnoses),
  };
}

export const sizes = (
  { n, buckets }: PointEstimate,
  clusters: number | null,
): { readonly n: number; readonly clusters: number | null; readonly buckets: number } => ({
  n,
  clusters,
  buckets,
});

/** Codes of what was found of this row's policy, reward and feed and is not ok. */
function warningsOf(
  { policy, request, reward, scope }: Answered,
  found: PointEstimate,
  diagnoses: readonly Diagnosis[],
): readonly string[] {
  const codes = diagnoses
    .filter(({ severity }) => severity === "watch" || severity === "fail")
    .filter((each) => each.feed === scope.feed)
    .filter((each) => each.policy === null || each.policy === policy.name)
    .filter((each) => each.reward === null || each.reward === reward)
    .filter((each) => each.estimator === null || each.estimator === request.name)
    .map(({ code }) => code);
  if (found.fewest < thresholds.fewClusters.watch) codes.push("fewClusters");
  if (standardError(found) === 0) codes.push("zeroVariance");
  return [...new Set(codes)];
}
