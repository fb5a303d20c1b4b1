export type { StudyTally, TakenTally } from "./about.js";
export { addTallies } from "./add/add-tallies.js";
export { label } from "./ask/label.js";
export {
  type CheckOptions,
  type CheckReport,
  check,
  type RefusedLine,
  type Support,
} from "./check.js";
export {
  type Answer,
  type AnswerOn,
  type DaysReader,
  type FeedDays,
  readDays,
} from "./conclude/answers-on.js";
export type {
  BestCandidate,
  ClipOnHalves,
  ClipPoint,
  ClipWeights,
  LiftPosterior,
  NoPosterior,
} from "./conclude/choices.js";
export { conclude } from "./conclude/conclude.js";
export { type GateCode, gateExitCode } from "./conclude/gate.js";
export { liftsGiven } from "./conclude/online-lifts.js";
export type { ConcludeOptions } from "./conclude/open-tally.js";
export type {
  CurveFacts,
  Diagnosis,
  Difference,
  DifferenceRow,
  Estimate,
  EstimateRow,
  Guardrail,
  Interval,
  LogFacts,
  NoEstimate,
  Reading,
  Result,
  RewardFacts,
  RowKey,
  Severity,
  Tipping,
  Verdict,
  VerdictWord,
  WhatIf,
  WhatIfCurve,
  WhatIfDifference,
} from "./conclude/result.js";
export type { CurveByRank } from "./curves/curve-by-rank.js";
export { type EvaluateOptions, evaluate } from "./evaluate.js";
export {
  type FitLogFacts,
  type FitLogOptions,
  type FitResult,
  type FittedFeed,
  fitLog,
} from "./fit.js";
export { fitResultToJson } from "./fit-to-json.js";
export { requireOneFeed, takeOnline } from "./online.js";
export { engineNames, openEngine, withEngine } from "./open-engine.js";
export {
  askNames,
  dialectNames,
  type PrintedStatement,
  printStatements,
  type Statements,
  type StatementsOptions,
} from "./print-statements.js";
export { type LogProposal, proposeLog } from "./propose/propose-log.js";
export type { ScoreTable } from "./propose/scores-in.js";
export { readTally } from "./read-tally.js";
export { onEngine, studyOf } from "./study-of.js";
export { type TakeOptions, takeTally, takeWithQuestions } from "./take-tally.js";
export { withKeptResults } from "./with-kept-results.js";
