import type { Dialect } from "../dialect.js";
import { clickhouseDialect } from "./clickhouse.js";
import { duckdbDialect } from "./duckdb.js";
import { postgresDialect } from "./postgres.js";
import { sparkDialect } from "./spark.js";
import { trinoDialect } from "./trino.js";

/** Every dialect in which a study can be printed. */
export const dialects: readonly Dialect[] = [
  duckdbDialect,
  sparkDialect,
  clickhouseDialect,
  postgresDialect,
  trinoDialect,
];
