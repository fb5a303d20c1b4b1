/**
 * Hindcast: what a new ranking policy would have earned, from the impressions that the old one logged.
 *
 * Start with `evaluate`. Fits of position bias are in `hindcast/fitting`, engines in `hindcast/engines/…`,
 * simulated logs in `hindcast/simulator`, report formats in `hindcast/report`. Members of your own
 * are written with `hindcast/members` and tested by the laws of `hindcast/testing`.
 */

// A study: what to estimate, from which log.
export type { StudyInput } from "../schema/study-input.js";
export {
  type OwnMembers as Members,
  parseStudy,
  readStudy,
  readStudyFile,
  type Study,
} from "./study/index.js";

// Its evaluation, and what comes of it.
export {
  addTallies,
  check,
  conclude,
  evaluate,
  fitLog,
  fitResultToJson,
  gateExitCode,
  openEngine,
  printStatements,
  readTally,
  takeTally,
  type CheckReport,
  type DifferenceRow,
  type Estimate,
  type EstimateRow,
  type EvaluateOptions,
  type FitResult,
  type Interval,
  type NoEstimate,
  type Result,
  type StudyTally as Tally,
  type Verdict,
} from "./evaluate/index.js";

// Its two halves: the engine adds up a tally, which can be kept and added to others; arithmetic concludes.
export { foldTally, type SavedTally, saveTally } from "./tally/index.js";

// How much data a decision takes, from a tally alone.
export { type Plan, type PlanOptions, planOf } from "./planning/index.js";

// Before an evaluation: checks of the log, the SQL to be run, curves of position bias fitted to the log.

// Where the log is.
export type { Engine, Progress } from "./sql/index.js";

// The members that a study can name.
export { estimators } from "./estimators/index.js";
export { curves } from "./exposure/index.js";
export { diagnostics, thresholds } from "./diagnostics/index.js";

// Where stochastic rankers put items: what logs and policies name as probabilities.
export {
  type CandidateSet,
  type DrawnRanking,
  exposureOf,
  gumbelTopK,
  interpolatedExposures,
  mixedPlacement,
  type Placements,
  plackettLuce,
  plackettLucePropensities,
  listWeights,
  sampledExposure,
  type WeighedList,
} from "./placement/index.js";

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

export { version } from "./version.js";
