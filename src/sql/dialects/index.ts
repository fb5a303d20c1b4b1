import { reason, StudyError } from "../../errors.js";
import { didYouMean } from "../../numeric/nearest-name.js";
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

/** The dialect of a name. Throws StudyError where there is none. */
export function findDialect(name: string): Dialect {
  const dialect = dialects.find((each) => each.name === name);
  if (dialect !== undefined) return dialect;
  const known = dialects.map((each) => each.name);
  const message = `dialect must be one of ${known.join(", ")}; it is "${name}".${didYouMean(name, known)}`;
  throw new StudyError(reason("unknownDialect", message, { dialect: name, known }));
}
