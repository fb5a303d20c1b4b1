export { duckdbDialect } from "./dialect.js";
export { createDuckdbEngine } from "./engine.js";
export type { DuckdbOptions } from "./instance.js";
