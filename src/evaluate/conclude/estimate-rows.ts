import type { ReasonCode } from "../../codes.js";
import type { Diagnosis, Diagnostic } from "../../diagnostics/index.js";
import { type PointEstimate, standardError, statisticOf } from "../../inference/delta.js";
import type { Inference } from "../../inference/inference.js";
import { intervalBy } from "../../inference/intervals/interval.js";
import type { Answered, EstimateRow, RowKey } from "./result.js";
import { isInexact, isWithoutVariance } from "./rounding.js";
import { rowKey } from "./row-key.js";
import type { AnsweredQuestion } from "./scope-reader.js";

/**
 * One row of `estimates`: value, standard error and interval, or the reason for none. `hasGroups`: the tally's buckets
 * hold several users each.
 */
export function estimateRow(
  answered: AnsweredQuestion,
  { interval, confidence }: Inference,
  clusters: number | null,
  diagnoses: readonly Diagnosis[],
  diagnostics: readonly Diagnostic[],
  hasGroups: boolean,
): Answered<EstimateRow> {
  const { answer: estimate, usable } = answered;
  const key = rowKey(answered, answered.scope);
  if ("code" in estimate) return { ...key, none: estimate };
  const se = standardError(estimate);
  const drawsGroups =
    hasGroups && interval.drawsUsers === true && estimate.replicates.drawn?.("users") === undefined;
  return {
    ...key,
    value: estimate.value,
    se,
    interval: intervalBy(interval, statisticOf(estimate), confidence),
    ...sizes(estimate, clusters),
    ...(usable === null ? {} : { skipped: estimate.n - usable }),
    ...(drawsGroups ? { drawn: "groups" as const } : {}),
    warnings: rowWarnings(key, estimate, diagnoses, diagnostics),
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

/**
 * Codes of what is not ok with one row: of its policy, reward and feed, and of its own error. What is found of an
 * estimator's own weights takes the place of what is found of those of views.
 */
function rowWarnings(
  { policy, estimator, reward, feed }: RowKey,
  pointEstimate: PointEstimate,
  diagnoses: readonly Diagnosis[],
  diagnostics: readonly Diagnostic[],
): readonly ReasonCode[] {
  const here = diagnoses
    .filter((diagnosis) => diagnosis.feed === feed)
    .filter((diagnosis) => diagnosis.policy === null || diagnosis.policy === policy)
    .filter((diagnosis) => diagnosis.reward === null || diagnosis.reward === reward)
    .filter((diagnosis) => diagnosis.estimator === null || diagnosis.estimator === estimator);
  const ofEstimator = new Set(
    here.flatMap((diagnosis) => (diagnosis.estimator ? [diagnosis.code] : [])),
  );
  const codes = here
    .filter(({ severity }) => severity === "watch" || severity === "fail")
    .filter((diagnosis) => diagnosis.estimator !== null || !ofEstimator.has(diagnosis.code))
    .map(({ code }) => code);
  const reasonCodes = diagnostics
    .filter(({ ofRow }) => ofRow?.(pointEstimate))
    .map(({ code }) => code);
  const isFlat = standardError(pointEstimate) === 0 || isWithoutVariance(pointEstimate);
  const zero: readonly ReasonCode[] = isFlat
    ? ["zeroVariance"]
    : isInexact(pointEstimate)
      ? ["inexactSums"]
      : [];
  return [...new Set([...codes, ...reasonCodes, ...zero])];
}
