/**
 * Hindcast: what a new ranking policy would have earned, from the impressions that the old one logged.
 */

export { type Diagnostic, diagnostics, thresholds } from "./diagnostics/index.js";
// Errors, by who can correct them.
export {
  EngineError,
  HindcastError,
  InternalError,
  LogError,
  type Reason,
  StudyError,
  UnsupportedError,
} from "./errors.js";
export type { Estimand, Estimator } from "./estimators/estimator.js";
// The members: what there is to ask for.
export { estimators } from "./estimators/index.js";
export type {
  CurveFacts,
  Diagnosis,
  Difference,
  DifferenceRow,
  Estimate,
  EstimateRow,
  Interval,
  LogFacts,
  NoEstimate,
  Reading,
  Result,
  Severity,
  Tipping,
  Verdict,
  VerdictWord,
  WhatIf,
  WhatIfCurve,
  WhatIfDifference,
} from "./evaluate/index.js";
// Ask and be answered.
// The two halves: the engine adds, arithmetic concludes.
export {
  addTallies,
  type CheckReport,
  type ConcludeOptions,
  check,
  conclude,
  type EvaluateOptions,
  evaluate,
  type FitLogFacts,
  type FitLogOptions,
  type FitResult,
  type FittedFeed,
  fitLog,
  fitResultToJson,
  gateExitCode,
  openEngine,
  type PrintedStatement,
  printStatements,
  readTally,
  type Statements,
  type StatementsOptions,
  type StudyTally as Tally,
  type TakeOptions,
  takeTally,
} from "./evaluate/index.js";
export type { Curve } from "./exposure/curve.js";
export type { CurveSpec } from "./exposure/curve-spec.js";
export { curves } from "./exposure/index.js";
export { tabulate } from "./exposure/tabulate.js";
// Position bias from view logs: the arithmetic of fits, given how many went on at every rank.
export {
  addTransitions,
  type BucketInfluence,
  type CompareOptions,
  type Comparison,
  type CurveError,
  checkTransitions,
  clusteredErrors,
  compareModels,
  crossFit,
  curveError,
  curveInfluence,
  type DayOfTransitions,
  type Depths,
  type Drift,
  type DriftDay,
  type DriftGap,
  type DriftTest,
  driftOf,
  type EmpiricalRank,
  type FeedCounts,
  type FeedReport,
  type Fit,
  type FitOptions,
  type FittedParameter,
  type FittedRow,
  type Fitter,
  fitFromJson,
  fitSchemaVersion,
  fitsFromJson,
  fitsToJson,
  fitToJson,
  type GoodnessOfFit,
  goodnessOfFit,
  type HeldOut,
  heldOut,
  type InformationCriteria,
  influenceByBucket,
  informationCriteria,
  type LargestError,
  type LearnOptions,
  type LearntCurve,
  lastSupportedRank,
  learn,
  leastAtRisk,
  type ModelRow,
  type Recommendation,
  recommend,
  reportFeed,
  type Splice,
  type SpliceOptions,
  splice,
  type Transitions,
  transitionsByBucket,
  transitionsIn,
  transitionsOf,
} from "./fitting/index.js";

// Statistics that stand alone.
export {
  benjaminiHochberg,
  benjaminiYekutieli,
  bonferroni,
  holm,
  independentDifference,
} from "./inference/index.js";
export type { Engine, EngineInfo, Progress } from "./sql/index.js";
export { parseStudy, readStudy, readStudyFile, type Study } from "./study/index.js";
export { foldTally, saveTally } from "./tally/index.js";
export { version } from "./version.js";
