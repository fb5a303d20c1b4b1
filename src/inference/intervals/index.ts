import { bootstrapBasic } from "./bootstrap-basic/bootstrap-basic.js";
import { bootstrapBiasCorrected } from "./bootstrap-bias-corrected/bootstrap-bias-corrected.js";
import { bootstrapPercentile } from "./bootstrap-percentile/bootstrap-percentile.js";
import { bootstrapT } from "./bootstrap-t/bootstrap-t.js";
import { confidenceSequence } from "./confidence-sequence/confidence-sequence.js";
import type { IntervalMethod } from "./interval.js";
import { jackknife } from "./jackknife/jackknife.js";
import { skewness } from "./skewness/skewness.js";
import { t } from "./t/t.js";

/** Every way to make a confidence interval, in the order in which documentation shows them. */
export const intervals: readonly IntervalMethod[] = [
  t,
  skewness,
  jackknife,
  bootstrapT,
  bootstrapPercentile,
  bootstrapBasic,
  bootstrapBiasCorrected,
  confidenceSequence,
];
