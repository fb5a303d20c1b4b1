import type { Difference } from "../../evaluate/conclude/result.js";
import { adjustmentTitle } from "../../inference/adjustments/index.js";

/**
 * Who adjusted p and intervals, where that is not one method: " by Holm, intervals by Bonferroni"; else nothing.
 */
export const adjustedBy = ({ method, intervalBy = method }: Difference["adjusted"]): string =>
  method === intervalBy
    ? ""
    : ` by ${adjustmentTitle(method)}, intervals by ${adjustmentTitle(intervalBy)}`;

/** The same next to a verdict's reason, which itself names the method of p and the comparisons. */
export const adjustedNextToReason = ({
  method,
  intervalBy = method,
  family,
}: Difference["adjusted"]): string => {
  if (family <= 1) return "";
  if (method === intervalBy) return `, adjusted for ${family} comparisons`;
  return `, adjusted; intervals by ${adjustmentTitle(intervalBy)}`;
};
