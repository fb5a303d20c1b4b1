import type { ReasonCode } from "../../codes.js";
import type { Diagnosis, Diagnostic } from "../../diagnostics/index.js";
import { type PointEstimate, standardError } from "../../inference/index.js";
import type { RowKey } from "./result.js";
import { isInexact, isWithoutVariance } from "./rounding.js";

/**
 * Codes of what is not ok with one row: of its policy, reward and feed, and of its own error. What is found of an
 * estimator's own weights takes the place of what is found of those of views.
 */
export function rowWarnings(
  { policy, estimator, reward, feed }: RowKey,
  found: PointEstimate,
  diagnoses: readonly Diagnosis[],
  diagnostics: readonly Diagnostic[],
): readonly ReasonCode[] {
  const here = diagnoses
    .filter((each) => each.feed === feed)
    .filter((each) => each.policy === null || each.policy === policy)
    .filter((each) => each.reward === null || each.reward === reward)
    .filter((each) => each.estimator === null || each.estimator === estimator);
  const ofEstimator = new Set(here.flatMap((each) => (each.estimator ? [each.code] : [])));
  const codes = here
    .filter(({ severity }) => severity === "watch" || severity === "fail")
    .filter((each) => each.estimator !== null || !ofEstimator.has(each.code))
    .map(({ code }) => code);
  const own = diagnostics.filter(({ ofRow }) => ofRow?.(found)).map(({ code }) => code);
  const isFlat = standardError(found) === 0 || isWithoutVariance(found);
  const zero: readonly ReasonCode[] = isFlat
    ? ["zeroVariance"]
    : isInexact(found)
      ? ["inexactSums"]
      : [];
  return [...new Set([...codes, ...own, ...zero])];
}
