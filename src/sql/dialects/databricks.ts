import type { Dialect } from "../dialect.js";
import { sparkDialect } from "./spark.js";

/**
 * How Databricks SQL writes the portable subset: as Spark does, under the settings that a warehouse lets a
 * session change. After its documentation: no Databricks has run it here, Spark has.
 */
export const databricksDialect: Dialect = {
  ...sparkDialect,
  name: "databricks",
  tableOptions: "",
  session: ["SET ANSI_MODE = true", "SET TIME ZONE 'UTC'"],
};
