import type { Diagnostic } from "./diagnostic.js";
import { effectiveSampleSize } from "./effective-sample-size/effective-sample-size.js";
import { estimatorsDisagree } from "./estimators-disagree/estimators-disagree.js";
import { fewClusters } from "./few-clusters/few-clusters.js";
import { largestWeight } from "./largest-weight/largest-weight.js";
import { meanWeight } from "./mean-weight/mean-weight.js";
import { ndcgOrder } from "./ndcg-order/ndcg-order.js";
import { oneCluster } from "./one-cluster/one-cluster.js";
import { onlineAgreement } from "./online-agreement/online-agreement.js";
import { skewed } from "./skewed/skewed.js";
import { skippedTrajectories } from "./skipped-trajectories/skipped-trajectories.js";

/** Every diagnostic, in the order in which reports show them. */
export const diagnostics: readonly Diagnostic[] = [
  effectiveSampleSize,
  largestWeight,
  meanWeight,
  oneCluster,
  fewClusters,
  skippedTrajectories,
  ndcgOrder,
  onlineAgreement,
  skewed,
  estimatorsDisagree,
];

export type {
  AnsweredRow,
  DecidingComparison,
  Diagnosis,
  Diagnostic,
  OnlineRow,
  PolicyScope,
  ResultScope,
  Severity,
} from "./diagnostic.js";
export { thresholds } from "./thresholds.js";
