export { adjustments, adjustmentTitle } from "./adjustments/index.js";
export { type BestOf, bestOf } from "./best-of.js";
export { replication } from "./bucket-weights.js";
export { clipByHalves } from "./clip-by-halves.js";
export { clusteredError, clusterVariance } from "./clusters.js";
export {
  covariance,
  estimateIn,
  type PointEstimate,
  standardError,
  statisticOf,
} from "./delta.js";
export { agreeingAtZero, difference, lift } from "./difference.js";
export {
  criticalP,
  defaultAdjustment,
  defaultInterval,
  type Inference,
  inferenceFor,
  simultaneous,
} from "./inference.js";
export { intervals } from "./intervals/index.js";
export {
  type Interval,
  type IntervalMethod,
  intervalBy,
  lessBy,
  type Statistic,
} from "./intervals/interval.js";
export { skewnessOf } from "./intervals/skewness.js";
export { intraclass } from "./intraclass.js";
export { acceptedAround } from "./inversion.js";
export { jointInfluences } from "./joint-influences.js";
export {
  type HeldLifts,
  holdLifts,
  type LiftAgreement,
  type LiftOnce,
  liftOfArms,
  liftsFarAt,
  liftWithError,
} from "./lift-agreement.js";
export { posteriorOf } from "./posterior.js";
export { type Precision, precisionAt, type WeighedRewards } from "./precision.js";
export { replicatesWithCurve } from "./replicates.js";
export {
  allFeeds,
  furtherIn,
  hasFeed,
  inScope,
  isPerSession,
  type Scope,
  type ScopeKey,
  scopeOf,
} from "./scope.js";
export {
  criticalOfSet,
  type EstimatedSet,
  intervalOfSet,
  pOfSet,
} from "./set-interval.js";
