import type { ReportedDifference } from "../source.js";

/** Whether a difference is that of a policy with itself under another name: none, and without an error. */
export const isOfItself = (row: ReportedDifference): boolean =>
  !("none" in row) && row.value === 0 && row.se === 0;

/** Policies that are the baseline itself under another name, with that name: all their differences are of itself. */
export function otherNames(
  differences: readonly ReportedDifference[],
): ReadonlyMap<string, string> {
  const known = differences.filter((row) => !("none" in row));
  return new Map(
    known
      .filter(isOfItself)
      .filter(({ policy, baseline }) =>
        known.every((row) => row.policy !== policy || row.baseline !== baseline || isOfItself(row)),
      )
      .map(({ policy, baseline }) => [policy, baseline]),
  );
}
