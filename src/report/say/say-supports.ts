import type { CheckReport } from "../../evaluate/index.js";

/** An estimator with the policies that it can estimate, and why not the others. */
export interface SaidSupport {
  readonly estimator: string;
  readonly policies: readonly string[];
  /** "sampled: dcg needs a rank …" */
  readonly refusals: readonly string[];
}

/** What a log supports, an entry for each estimator in the order of their first appearance. */
export function saySupports(supports: CheckReport["supports"]): readonly SaidSupport[] {
  return [...new Set(supports.map(({ estimator }) => estimator))].map((estimator) => {
    const rows = supports.filter((row) => row.estimator === estimator);
    return {
      estimator,
      policies: rows.filter(({ supported }) => supported).map(({ policy }) => policy),
      refusals: rows.flatMap(({ policy, reason }) =>
        reason === null ? [] : [`${policy}: ${reason.message}`],
      ),
    };
  });
}
