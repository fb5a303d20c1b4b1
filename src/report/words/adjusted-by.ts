import type { Difference } from "../../evaluate/conclude/result.js";
import { adjustmentTitle } from "../../inference/adjustments/index.js";

/**
 * Who adjusted p and intervals, where that is not one method: " by Holm, intervals by Bonferroni"; else nothing.
 */
export const adjustedBy = ({ method, intervalBy = method }: Difference["adjusted"]): string =>
  method === intervalBy
    ? ""
    : ` by ${adjustmentTitle(method)}, intervals by ${adjustmentTitle(intervalBy)}`;

/** The same next to a verdict's reason, which names the method of p and the comparisons itself. */
export const adjustedNextToReason = ({
  method,
  intervalBy = method,
  family,
  chosenFrom,
}: Difference["adjusted"]): string => {
  if (family <= 1) return "";
  if (method === intervalBy)
    return `, adjusted for ${comparisons(family, chosenFrom !== undefined)}`;
  return `, adjusted; intervals by ${adjustmentTitle(intervalBy)}`;
};

/** What shares a level: "4 lines", or "60 comparisons" where a policy was chosen from others by the log. */
export const comparisons = (family: number, isChosen: boolean): string =>
  `${family} ${isChosen ? "comparisons" : "lines"}`;
