export { duckdbDialect } from "../../sql/dialects/duckdb.js";
export { createDuckdbEngine } from "./engine.js";
export type { DuckdbOptions } from "./instance.js";
