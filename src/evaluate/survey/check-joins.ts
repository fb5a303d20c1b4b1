import { LogError, type Reason, reason } from "../../errors.js";
import type { BoundLog } from "../../log/bind.js";
import type { BoundJoin } from "../../log/join/bind-join.js";
import {
  nonFinitePlan,
  repeatedKeyPlan,
  repeatedKeysPlan,
  unlistedPlan,
  unmatchedPlan,
} from "../../log/join/joined-rows.js";
import type { Connection, Plan } from "../../sql/engine.js";
import type { Relation } from "../../sql/relation.js";
import { ofOneRow } from "../../sql/run/chunks.js";
import { collect } from "../../sql/run/collect.js";
import { collectWide } from "../../sql/run/collect-wide.js";
import type { LogCounts } from "./log-counts.js";
import { type Matches, matchFaults } from "./match-faults.js";

/**
 * Counts the rows that joined tables have no row for, and the trajectories without candidates. Throws LogError where a joined table has several rows
 * for one key, since each of them would count the row of the log again, and where (nearly) nothing matches.
 */
export async function checkJoins(connection: Connection, log: BoundLog): Promise<LogCounts> {
  const { joins, rows, offered } = log;
  if (joins.length === 0) return {};
  const problems: Reason[] = [];
  for (const join of joins) {
    const keys = await countOf(connection, repeatedKeysPlan(join));
    if (keys > 0) problems.push(await repeated(connection, join, keys));
    problems.push(...notFinite(join, await countOf(connection, nonFinitePlan(join))));
  }
  if (problems.length > 0) throw new LogError(problems);
  const { counts, matches } = await countMatches(connection, offered ?? rows, joins);
  const faults: Reason[] = [];
  for (const [place, join] of joins.entries()) {
    const placed = { rows: offered ?? rows, join, place };
    faults.push(...(await matchFaults(connection, log, placed, matches(join, place))));
  }
  if (faults.length > 0) throw new LogError(faults);
  return counts;
}

async function countOf(
  { engine, options }: Connection,
  counts: Plan<"found"> | undefined,
): Promise<number> {
  if (counts === undefined) return 0;
  const [table] = await collectWide(engine, [ofOneRow(counts)], options);
  return table.number("found");
}

async function countMatches(
  { engine, options }: Connection,
  rows: Relation,
  joins: readonly BoundJoin[],
): Promise<{
  readonly counts: LogCounts;
  readonly matches: (join: BoundJoin, place: number) => Matches;
}> {
  const unmatched = unmatchedPlan(rows, joins);
  const unlisted = unlistedPlan(rows, joins);
  const [ofRows, ofLists] = await collectWide(
    engine,
    [unmatched && ofOneRow(unmatched), unlisted && ofOneRow(unlisted)],
    options,
  );
  return {
    counts: {
      ...(ofRows && { unmatchedRows: ofRows.number("row_count") - ofRows.number("matched") }),
      ...(ofLists && { unlistedTrajectories: ofLists.number("found") }),
    },
    matches({ isListing }, place) {
      const [table, all] = isListing ? [ofLists, "trajectories"] : [ofRows, "row_count"];
      return {
        all: table?.number(all) ?? 0,
        matched: table?.number(`matched_${place}`) ?? 0,
      };
    },
  };
}

function notFinite({ path, table }: BoundJoin, rows: number): readonly Reason[] {
  if (rows === 0) return [];
  const message = `${path}: ${rows} ${rows === 1 ? "row" : "rows"} of ${table} ${rows === 1 ? "holds a score that is" : "hold a score that is"} not finite. NaN and infinities have no place in an order: make them null (not shown) or correct the score.`;
  return [reason("targetRankInvalid", message, { path, rows })];
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
