import { type Reason, reason } from "../../errors.js";
import type { BoundLog } from "../../log/bind.js";
import type { BoundJoin, BoundKey } from "../../log/join/bind-join.js";
import {
  firstKeysPlans,
  keyOfJoin,
  type PlacedJoin,
  tableSizePlan,
} from "../../log/join/keys-in-common.js";
import { sourceText } from "../../log/role-use.js";
import { showCount } from "../../numeric/show-number.js";
import type { Connection } from "../../sql/engine.js";
import { collectWide } from "../../sql/run/collect-wide.js";
import type { Table } from "../../sql/run/table.js";
import {
  type ComparedKeys,
  compareKeys,
  countsOf,
  inWords,
  keyRemedy,
  nearly,
} from "./compare-keys.js";

/** Rows of a log, or its trajectories for a table of candidates, and those that a joined table has a row for. */
export interface Matches {
  readonly all: number;
  readonly matched: number;
}

/**
 * What is wrong with a join that (nearly) nothing of either side takes part in: a key that has no value in both, or
 * nearly none where its values differ in a way that can be told. A small part of one side is ordinary: candidates of
 * one day, a row only where there was a reward.
 */
export async function matchFaults(
  connection: Connection,
  log: BoundLog,
  placed: PlacedJoin,
  matches: Matches,
): Promise<readonly Reason[]> {
  const { join } = placed;
  const { all, matched } = matches;
  if (all === 0 || matched >= nearly * all) return [];
  const [size = 0] = await countsOf(connection, [tableSizePlan(join)]);
  if (size === 0 && join.isListing) return [emptyTable(join)];
  if (size === 0 || matched >= nearly * size) return [];
  const mayMatchNothing = isCounted(log, join);
  for (const key of join.keys) {
    const comparedKeys = await compareKeys(connection, keyOfJoin(placed, key));
    if (comparedKeys === undefined) continue;
    const { values, difference } = comparedKeys;
    const isTold = difference.words !== undefined;
    if (isTold || (values.both === 0 && !mayMatchNothing)) {
      return [noMatch(join, matches, key, comparedKeys)];
    }
  }
  if (matched > 0 || join.isListing || mayMatchNothing) return [];
  return [await notTogether(connection, placed, matches)];
}

/** Rewards that the study counts where the table has no row: a small log may have none of them. */
const isCounted = ({ uses }: BoundLog, { columns, isListing }: BoundJoin): boolean =>
  !isListing &&
  uses
    .filter((use) => columns.some(({ name }) => name === sourceText(use)))
    .every(({ fallback }) => fallback !== undefined);

function emptyTable({ path, table }: BoundJoin): Reason {
  const message = `${path}: ${table} holds no row, so that its policies would show nothing. What to do: name the table that holds their candidates; where it is filtered, look at the filter.`;
  return reason("joinMatchesNothing", message, { path, matched: 0 });
}

function noMatch(
  join: BoundJoin,
  matches: Matches,
  key: BoundKey,
  comparedKeys: ComparedKeys,
): Reason {
  const message = `${start(join, matches)} ${inWords(comparedKeys, key.log, key.joined)}`;
  const { key: value, other, words } = comparedKeys.difference;
  const example = [value, other];
  const facts = {
    path: join.path,
    ...matches,
    key: key.log,
    joined: key.joined,
    ...comparedKeys.values,
  };
  return reason("joinMatchesNothing", message, { ...facts, example, differ: words ?? null });
}

/** Every key has values in both tables, but no row of the log has all of a row of the table. */
async function notTogether(
  { engine, options }: Connection,
  placed: PlacedJoin,
  matches: Matches,
): Promise<Reason> {
  const { join } = placed;
  const [first, other] = await collectWide(engine, firstKeysPlans(placed), options);
  const named = (table: Table, side: "log" | "joined"): string =>
    join.keys.map((key, k) => `${key[side]} ${table.text(`key_${k}`)}`).join(", ");
  const example = [named(first, "log"), named(other, "joined")];
  const message = `${start(join, matches)} Each key by itself has values in both, but not together; for example ${example[0]} in the log, and ${example[1]} in the table. ${keyRemedy}`;
  return reason("joinMatchesNothing", message, { path: join.path, ...matches, example });
}

function start({ path, table, isListing }: BoundJoin, { all, matched }: Matches): string {
  const what = isListing ? "trajectories" : "rows";
  const few =
    matched === 0
      ? `None of the ${showCount(all)} ${what}`
      : `${showCount(matched)} of the ${showCount(all)} ${what}`;
  const has = isListing ? "a viewed item" : "a match";
  return `${path}: ${few} of the log ${matched > 1 ? "have" : "has"} ${has} in ${table}.`;
}
