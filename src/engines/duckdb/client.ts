import { createRequire } from "node:module";
import type * as Client from "@duckdb/node-api";

/** DuckDB's client, which is CommonJS: `import` would first parse all of it to find its names, for .1 s. */
export const client: typeof Client = createRequire(import.meta.url)("@duckdb/node-api");
