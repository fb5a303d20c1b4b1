export type { FittableCurve } from "../exposure/curve.js";
export type { Fit, FitOptions, FittedParameter, Fitter, Splice } from "../exposure/fitter.js";
export { fittableCurves, fitterOf, measuredCurve, tails, usualTail } from "../exposure/index.js";
export { lastSupportedRank, leastAtRisk } from "../exposure/transitions/ranks.js";
export { addTransitions, type TransitionValues } from "../exposure/transitions/sums.js";
export { checkTransitions, type Transitions } from "../exposure/transitions/transitions.js";
export { transitionsOf } from "../exposure/transitions/transitions-of.js";
export {
  type CompareOptions,
  type Comparison,
  compareModels,
  type FittedRow,
  type ModelRow,
} from "./compare/compare.js";
export { type CurveError, curveError, type LargestError } from "./compare/curve-error.js";
export { type GoodnessOfFit, goodnessOfFit } from "./compare/goodness-of-fit.js";
export { crossFit, type HeldOut, heldOut } from "./compare/held-out.js";
export { type InformationCriteria, informationCriteria } from "./compare/information-criteria.js";
export { type Recommendation, recommend } from "./compare/recommend.js";
export { type Depths, transitionsByBucket, transitionsIn } from "./depths.js";
export { type DayOfTransitions, type Drift, type DriftDay, driftOf } from "./drift/drift.js";
export type { DriftGap } from "./drift/drift-gap.js";
export type { DriftTest } from "./drift/drift-test.js";
export { clusteredErrors } from "./errors/clustered-errors.js";
export { curveInfluence, parameterInfluence } from "./errors/influence.js";
export { type BucketInfluence, influenceByBucket } from "./errors/influence-by-bucket.js";
export type { EmpiricalRank } from "./feed-report/empirical-curve.js";
export { type FeedCounts, type FeedReport, reportFeed } from "./feed-report/feed-report.js";
export { fitFromJson, fitSchemaVersion, fitToJson } from "./file/fit-json.js";
export { fitsFromJson, fitsToJson } from "./file/fits-json.js";
export { type LearnOptions, type LearntCurve, learn } from "./learn.js";
export { type SpliceOptions, splice } from "./tail/splice.js";
