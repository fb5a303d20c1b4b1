export { createResultsEngine, type ResultsEngine, type ResultsOptions } from "./engine.js";
export type { Statement } from "./statement.js";
