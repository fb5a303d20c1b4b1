export { createPostgresEngine } from "./engine.js";
export type { PostgresOptions } from "./options.js";
