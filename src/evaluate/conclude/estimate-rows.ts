import type { Diagnosis, Diagnostic } from "../../diagnostics/index.js";
import {
  type Inference,
  intervalBy,
  type PointEstimate,
  standardError,
  statisticOf,
} from "../../inference/index.js";
import type { EstimateRow } from "./result.js";
import { rowKey } from "./row-key.js";
import { rowWarnings } from "./row-warnings.js";
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
): EstimateRow {
  const { answer: found, usable } = answered;
  const key = rowKey(answered, answered.scope);
  if ("code" in found) return { ...key, none: found };
  const se = standardError(found);
  const drawsGroups =
    hasGroups && interval.drawsUsers === true && found.replicates.drawn?.("users") === undefined;
  return {
    ...key,
    value: found.value,
    se,
    interval: intervalBy(interval, statisticOf(found), confidence),
    ...sizes(found, clusters),
    ...(usable === null ? {} : { skipped: found.n - usable }),
    ...(drawsGroups ? { drawn: "groups" as const } : {}),
    warnings: rowWarnings(key, found, diagnoses, diagnostics),
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
