import type { Difference } from "../../evaluate/conclude/result.js";

/**
 * Who adjusted p and intervals, where that is not one method: " by holm, intervals by bonferroni"; else nothing.
 */
export const adjustedBy = ({ method, intervalBy }: Difference["adjusted"]): string =>
  method === (intervalBy ?? method) ? "" : ` by ${method}, intervals by ${intervalBy}`;
