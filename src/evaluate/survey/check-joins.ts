import { LogError, type Reason, reason } from "../../errors.js";
import type { BoundLog } from "../../log/index.js";
import {
  type BoundJoin,
  repeatedKeyPlan,
  repeatedKeysPlan,
  unmatchedPlan,
} from "../../log/join/index.js";
import { type Connection, collect, collectWide, ofOneRow } from "../../sql/index.js";
import type { LogCounts } from "./log-counts.js";

/**
 * Counts the rows that joined tables have no row for. Throws LogError where a joined table has several rows
 * for one key, since each of them would count the row of the log again.
 */
export async function checkJoins(connection: Connection, log: BoundLog): Promise<LogCounts> {
  const { joins, rows, offered } = log;
  if (joins.length === 0) return {};
  const problems: Reason[] = [];
  for (const join of joins) {
    const [table] = await collectWide(
      connection.engine,
      [ofOneRow(repeatedKeysPlan(join))],
      connection.options,
    );
    const keys = table.number("found");
    if (keys > 0) problems.push(await repeated(connection, join, keys));
  }
  if (problems.length > 0) throw new LogError(problems);
  const [found] = await collectWide(
    connection.engine,
    [ofOneRow(unmatchedPlan(offered ?? rows, joins))],
    connection.options,
  );
  return { unmatchedRows: found.number("row_count") - found.number("matched") };
}

async function repeated(
  { engine, options }: Connection,
  join: BoundJoin,
  keys: number,
): Promise<Reason> {
  const example = await collect(engine, repeatedKeyPlan(join), options);
  const values = join.keys.map(({ joined }, k) => `${joined} ${example.text(`key_${k}`)}`);
  const times = example.number("times");
  const many = `${keys} ${keys === 1 ? "key stands" : "keys stand"}`;
  const message = `${join.path}: ${many} in several rows of ${join.table}, for example ${values.join(", ")} in ${times} rows. A row of the log has at most one match: remove the other rows, aggregate them with { sql: "select …" }, or name more columns in on.`;
  return reason("joinRepeatedKey", message, { path: join.path, keys, example: values, times });
}
