/**
 * Position bias from view logs: transitions, fits, their errors and their comparison. Without a log at hand,
 * start with `transitionsOf` and `fitterOf`; for a log, `fitLog` of `hindcast` does all of this.
 */

// Curves: p(rank), and which can be fitted.
export type {
  Curve,
  CurveSpec,
  Fit,
  FitOptions,
  FittableCurve,
  FittedParameter,
  Fitter,
  Splice,
} from "../exposure/curve.js";
export { curves, fittableCurves, fitterOf } from "../exposure/index.js";
export { hazard, tabulate } from "../exposure/tabulate.js";

// What a fit needs of a log: how many continued and how many stopped at each rank.
export { checkTransitions, type Transitions } from "../exposure/transitions/transitions.js";
export { transitionsOf } from "../exposure/transitions/transitions-of.js";
export { addTransitions, type TransitionValues } from "../exposure/transitions/sums.js";
export { lastSupportedRank, leastAtRisk } from "../exposure/transitions/ranks.js";
export { type Depths, transitionsByBucket, transitionsIn } from "./depths.js";

// Fits.
export { type SpliceOptions, splice } from "./tail/splice.js";
export { type FeedFit, fitCurve } from "./fit-curve.js";
export type { FitCurveOptions } from "./fit-options.js";

// Their errors.
export { clusteredErrors } from "./errors/clustered-errors.js";
export { curveInfluence, parameterInfluence } from "./errors/influence.js";
export { type BucketInfluence, influenceByBucket } from "./errors/influence-by-bucket.js";

// How well they fit, and which to take.
export { type CompareOptions, type Comparison, compareModels } from "./compare/compare.js";
export type { FittedRow, ModelRow } from "./compare/model-row.js";
export { type Recommendation, recommend } from "./compare/recommend.js";
export { chooseCurve, recommendedCurve } from "./compare/recommended-curve.js";
export { type GoodnessOfFit, goodnessOfFit } from "./compare/goodness-of-fit.js";
export { crossFit, type HeldOut, heldOut } from "./compare/held-out.js";
export { type InformationCriteria, informationCriteria } from "./compare/information-criteria.js";
export { type CurveError, curveError, type LargestError } from "./compare/curve-error.js";

// Depths that depend on the user.
export {
  type DepthRegression,
  type DescribedDepth,
  fitDepthRegression,
} from "./depths-of-users/depth-regression.js";
export { type DepthPrior, depthsOfUser } from "./depths-of-users/depths-of-user.js";

// Clicks alone, where no views are logged.
export {
  type ClickCount,
  type ClickFit,
  type ClickFitOptions,
  type ClickModel,
  clickStep,
  fitClicks,
} from "./clicks/fit-clicks.js";
export {
  type Harvest,
  harvestInterventions,
  type RankPair,
  type RelativeViews,
} from "./clicks/harvest.js";
export { type ClickPerplexity, clickPerplexity } from "./clicks/perplexity.js";
export {
  type Affine,
  affineOf,
  clickChance,
  relevanceGiven,
  relevanceOf,
  type TrustCount,
  type TrustedRank,
  type TrustModel,
  trustedLabel,
  trustStep,
} from "./clicks/trust-bias.js";
export {
  cascadeViews,
  dependentViews,
  expectedReciprocalRank,
  satisfiedViews,
} from "./clicks/user-models.js";

// Drift over days.
export { type DayOfTransitions, type Drift, type DriftDay, driftOf } from "./drift/drift.js";
export type { DriftGap } from "./drift/drift-gap.js";
export { type DayOfGroups, type DriftTest, driftTest } from "./drift/drift-test.js";

// The report of a feed.
export { type FeedCounts, type FeedReport, reportFeed } from "./feed-report/feed-report.js";
export type { EmpiricalRank } from "./feed-report/empirical-curve.js";

// Files.
export { fitFromJson, fitSchemaVersion, fitToJson } from "./file/fit-json.js";
export { fitsFromJson, fitsToJson } from "./file/fits-json.js";
