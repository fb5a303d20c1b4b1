export { createResultsEngine, type ResultsEngine, type ResultsOptions } from "./engine.js";
export { packed } from "./pack.js";
export type { Statement } from "./statement.js";
