export { addTallies } from "./add-tallies.js";
export { type CheckOptions, type CheckReport, check, type Support } from "./check.js";
export { type ConcludeOptions, conclude } from "./conclude.js";
export { type EvaluateOptions, evaluate } from "./evaluate.js";
export { type GateCode, gateExitCode } from "./gate.js";
export { label } from "./label.js";
export { engineNames, openEngine } from "./open-engine.js";
export type {
  Diagnosis,
  Difference,
  DifferenceRow,
  Estimate,
  EstimateRow,
  Interval,
  LogFacts,
  NoEstimate,
  Result,
  RowKey,
  Severity,
  Verdict,
  VerdictWord,
} from "./result.js";
export { type TakeOptions, takeTally } from "./take-tally.js";
