import { join } from "node:path";
import { serverFolder, whyUnavailable } from "./cache.js";

/** DuckDB's own program, which reads SQL on standard input. */
export const duckdbProgram: string = join(serverFolder("duckdb"), "duckdb_cli", "duckdb");

/** Why it does not run here; undefined where it does. */
export const whyNoDuckdbProgram = (): string | undefined =>
  whyUnavailable("duckdb", [[duckdbProgram, "-version"]]);
