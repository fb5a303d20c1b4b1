/** The earlier names of this engine, for programs that import `hindcast/engines/sums`. */
export {
  createResultsEngine as createSumsEngine,
  type ResultsEngine as SumsEngine,
  type ResultsOptions as SumsOptions,
} from "./engine.js";
export type { Statement } from "./statement.js";
