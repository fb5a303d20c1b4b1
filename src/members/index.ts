/**
 * What a member of your own is written with: the contracts of estimators, curves, diagnostics, intervals and
 * adjustments, and the parts that Hindcast's members are made of. `evaluate(study, { members })` takes them,
 * the laws in `hindcast/testing` test them, docs/members.md has an example of each.
 */

export { diagnosis } from "../diagnostics/diagnostic.js";
// Diagnostics.
export type {
  Diagnosis,
  Diagnostic,
  PolicyScope,
  ResultScope,
  Severity,
} from "../diagnostics/index.js";
// Why there is no answer.
export { type Reason, reason } from "../errors.js";
// Estimators: expressions that the engine sums, and a smooth function of their means.
export type {
  Component,
  CurveView,
  Estimator,
  EstimatorRole,
  Formula,
  Functional,
  LogView,
  PolicyView,
  Question,
  RewardView,
} from "../estimators/estimator.js";
export { everyRow, meanOf, ratioOf, rewarded, rewardFormula } from "../estimators/parts.js";
export { weight } from "../estimators/weight.js";
// Position-bias curves and their fitters.
export type { Curve, Fit, FittableCurve, Fitter } from "../exposure/curve.js";
export { maximumLikelihood } from "../exposure/likelihood/maximum-likelihood.js";
export { overRanks, parameterNumber } from "../exposure/parts.js";
// Intervals, and adjustments for many comparisons.
export type { Adjustment } from "../inference/adjustments/adjustment.js";
export type {
  Interval,
  IntervalMethod,
  Replicates,
  Statistic,
} from "../inference/intervals/interval.js";
export type { ParameterSpec, Parameters, ParameterValue } from "../parameters.js";
export {
  and,
  bigint,
  caseWhen,
  divide,
  double,
  type Expression,
  equal,
  greater,
  indicator,
  isNull,
  less,
  max,
  min,
  minus,
  not,
  or,
  plus,
  times,
} from "../sql/expression.js";
