import type { Dialect } from "../dialect.js";
import { bigqueryDialect } from "./bigquery.js";
import { clickhouseDialect } from "./clickhouse.js";
import { databricksDialect } from "./databricks.js";
import { duckdbDialect } from "./duckdb.js";
import { postgresDialect } from "./postgres.js";
import { redshiftDialect } from "./redshift.js";
import { snowflakeDialect } from "./snowflake.js";
import { sparkDialect } from "./spark.js";
import { trinoDialect } from "./trino.js";

export const dialects: readonly Dialect[] = [
  duckdbDialect,
  sparkDialect,
  clickhouseDialect,
  postgresDialect,
  trinoDialect,
  bigqueryDialect,
  snowflakeDialect,
  redshiftDialect,
  databricksDialect,
];
