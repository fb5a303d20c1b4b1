export type { ComparedModel, Comparison } from "./comparison.js";
export {
  type CorrelationOfWeeks,
  type CounterexampleRow,
  type Figure1,
  type LemmaCheck,
  normalisers,
  type Table1,
  type Table2,
  type Table2World,
} from "./experiments.js";
export type {
  Cause,
  ChangedUser,
  ConventionEffect,
  Disagreement,
  ExplainedRow,
  Explanation,
  Inversion,
  Orders,
  RankDifference,
  RankEstimate,
  RankedRun,
  RankKey,
  RankResult,
  UserValue,
} from "./ranking.js";
