import { sourceRef } from "../../log/index.js";
import {
  type Connection,
  cast,
  collect,
  column,
  from,
  plan,
  select,
  type Table,
} from "../../sql/index.js";
import { quotedName } from "./file-in-query.js";

/** The one row of aggregates of DuckDB's, by their names, over rows of its own. */
export function askOfQuery(
  { engine, options }: Connection,
  rows: string,
  asked: Readonly<Record<string, string>>,
  as: "double" | "text",
): Promise<Table> {
  const names = Object.keys(asked);
  const values = names.map((name) => `${asked[name]} as ${quotedName(name)}`);
  const source = sourceRef({ sql: `select ${values.join(", ")} from ${rows}` });
  const columns = names.map((name) => [name, cast(column(name), as)] as const);
  return collect(engine, plan("what lists hold", select(from(source), columns)), options);
}
