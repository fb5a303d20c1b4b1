export { createResultsEngine, type ResultsEngine, type ResultsOptions } from "./engine.js";
export { type HeldStatements, heldStatements } from "./held-statements.js";
export { type KeepingEngine, type KeepOptions, keepResults } from "./keep-results.js";
export { packed } from "./pack.js";
export type { Statement } from "./statement.js";
