/**
 * Hindcast: what a new ranking policy would have earned, from the impressions that the old one logged.
 *
 * Start with `evaluate`. Fits of position bias are in `hindcast/fitting`, engines in `hindcast/engines/…`,
 * simulated logs in `hindcast/simulator`, report formats in `hindcast/report`. Members of your own
 * are written with `hindcast/members` and tested by the laws of `hindcast/testing`.
 */

// A study: what to estimate, from which log.
export type { StudyInput } from "../schema/study-input.js";
export type { OwnMembers as Members } from "./study/members.js";
export { parseStudy } from "./study/parse-study.js";
export { readStudy } from "./study/read-study.js";
export { readStudyFile } from "./study/read-study-file.js";
export type { Study } from "./study/study.js";

// Its evaluation, and what comes of it.
export { addTallies } from "./evaluate/add/add-tallies.js";
export { check, type CheckReport } from "./evaluate/check.js";
export { conclude } from "./evaluate/conclude/conclude.js";
export { evaluate, type EvaluateOptions } from "./evaluate/evaluate.js";
export { fitLog, type FitResult } from "./evaluate/fit.js";
export { fitResultToJson } from "./evaluate/fit-to-json.js";
export { gateExitCode } from "./evaluate/conclude/gate.js";
export { openEngine } from "./evaluate/open-engine.js";
export { printStatements } from "./evaluate/print-statements.js";
export { readTally } from "./evaluate/read-tally.js";
export { takeTally } from "./evaluate/take-tally.js";
export type {
  DifferenceRow,
  Estimate,
  EstimateRow,
  Interval,
  NoEstimate,
  Result,
  Verdict,
} from "./evaluate/conclude/result.js";
export type { StudyTally as Tally } from "./evaluate/about.js";

// Its two halves: the engine adds up a tally, which can be kept and added to others; arithmetic concludes.
export { foldTally } from "./tally/fold.js";
export { type SavedTally, saveTally } from "./tally/tally-file.js";

// How much data a decision takes, from a tally alone.
export { type Plan, type PlanOptions, planOf } from "./planning/index.js";

// Before an evaluation: checks of the log, the SQL to be run, curves of position bias fitted to the log.

// Where the log is: an engine of the study, or a connection of the caller's own.
export { connect } from "./engines/connected/index.js";
export type {
  ConnectionOptions,
  ConnectionRows,
  ConnectionStatement,
  RunStatement,
} from "./engines/connected/index.js";
export type { Engine, Progress } from "./sql/engine.js";

// The members that a study can name.
export { estimators } from "./estimators/index.js";
export { curves } from "./exposure/index.js";
export { diagnostics, thresholds } from "./diagnostics/index.js";

// Where stochastic rankers put items: what logs and policies name as probabilities.
export { type CandidateSet, mixedPlacement } from "./placement/candidate-sets.js";
export { type DrawnRanking, gumbelTopK } from "./placement/gumbel-top-k.js";
export { exposureOf } from "./placement/exposures.js";
export { interpolatedExposures, type Placements } from "./placement/interpolated-exposures.js";
export { plackettLuce, plackettLucePropensities } from "./placement/plackett-luce.js";
export { listWeights, type WeighedList } from "./placement/list-weights.js";
export { sampledExposure } from "./placement/sampled-exposure.js";

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
