export { createSumsEngine, type SumsEngine, type SumsOptions } from "./engine.js";
export type { Statement } from "./statement.js";
