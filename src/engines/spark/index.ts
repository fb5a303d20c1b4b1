export { createSparkEngine } from "./engine.js";
export type { SparkOptions } from "./options.js";
