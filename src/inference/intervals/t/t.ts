import type { IntervalMethod } from "../interval.js";
import { student } from "../student.js";

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
  ...student,
};
