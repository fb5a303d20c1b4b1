import { tQuantile, tTwoSidedP } from "../../../numeric/index.js";
import type { IntervalMethod } from "../interval.js";

/**
 * value ± t·SE, t the quantile of Student's distribution at 1 − (1 − confidence)/2 with the statistic's
 * degrees of freedom: Student (1908) for the mean of clusters, the delta method for smooth functions of such
 * means.
 */
export const t: IntervalMethod = {
  name: "t",
  purpose: "value ± t·SE, with buckets − 1 degrees of freedom",
  reference: "Student (1908), The probable error of a mean",
  default: true,
  margins: ({ se, degreesOfFreedom }, confidence) => {
    const margin = se === 0 ? 0 : tQuantile(1 - (1 - confidence) / 2, degreesOfFreedom) * se;
    return [margin, margin];
  },
  p: ({ value, se, degreesOfFreedom }) => {
    if (se === 0) return value === 0 ? 1 : 0;
    return tTwoSidedP(value / se, degreesOfFreedom);
  },
};
