import { type Reason, reason } from "../../errors.js";
import { type BoundLog, sourceText } from "../../log/index.js";
import {
  type BoundJoin,
  type BoundKey,
  firstKeysPlans,
  type KeyOfJoin,
  keyCountPlans,
  keySamplePlans,
  type PlacedJoin,
  tableSizePlan,
} from "../../log/join/index.js";
import { type KeyDifference, keyDifference, showCount } from "../../numeric/index.js";
import { type Connection, collectWide, type Plan, type Table } from "../../sql/index.js";

/** Rows of a log, or its trajectories for a table of candidates, and those that a joined table has a row for. */
export interface Matches {
  readonly all: number;
  readonly matched: number;
}

/** A smaller share of both sides is nearly nothing. */
const nearly = 0.01;

/** Keys of either side that are compared to tell in what they differ. */
const compared = 1000;

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
  const [size = 0] = await counts(connection, [tableSizePlan(join)]);
  if (size === 0 && join.isListing) return [emptyTable(join)];
  if (size === 0 || matched >= nearly * size) return [];
  const mayMatchNothing = isCounted(log, join);
  for (const key of join.keys) {
    const found = await compare(connection, { ...placed, key });
    if (found === undefined) continue;
    const { values, difference } = found;
    const isTold = difference.words !== undefined;
    if (isTold || (values.both === 0 && !mayMatchNothing)) {
      return [noMatch(join, matches, { key, ...found })];
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

interface Values {
  readonly log: number;
  readonly table: number;
  readonly both: number;
}

interface Compared {
  readonly values: Values;
  readonly difference: KeyDifference;
}

/** How often the values of a key stand in both tables, and in what they differ; undefined where enough do. */
async function compare(connection: Connection, key: KeyOfJoin): Promise<Compared | undefined> {
  const [log = 0, table = 0, both = 0] = await counts(connection, keyCountPlans(key));
  if (both > 0 && both >= nearly * Math.min(log, table)) return undefined;
  const samples = await collectWide(
    connection.engine,
    keySamplePlans(key, compared),
    connection.options,
  );
  const [own = [], other = []] = samples.map(valuesOf);
  const difference = keyDifference(own, other);
  return difference && { values: { log, table, both }, difference };
}

const valuesOf = (table: Table): readonly string[] =>
  table.texts("value").filter((value) => value !== null);

async function counts(
  { engine, options }: Connection,
  plans: readonly Plan<"found">[],
): Promise<readonly number[]> {
  const tables = await collectWide(engine, plans, options);
  return tables.map((table) => table.number("found"));
}

const remedy = `What to do: write the keys of both alike, with { sql: "select …" } in the place of one of them, or name the right column or file.`;

function emptyTable({ path, table }: BoundJoin): Reason {
  const message = `${path}: ${table} holds no row, so that its policies would show nothing. What to do: name the table that holds their candidates; where it is filtered, look at the filter.`;
  return reason("joinMatchesNothing", message, { path, matched: 0 });
}

function noMatch(
  join: BoundJoin,
  matches: Matches,
  { key, values, difference }: Compared & { readonly key: BoundKey },
): Reason {
  const { other, words } = difference;
  const both = values.both === 0 ? "none" : showCount(values.both);
  const differ = words === undefined ? "" : `: they differ ${words}`;
  const message = `${start(join, matches)} The log has ${many(values.log, key.log)}, ${join.table} has ${many(values.table, key.joined)}, and ${both} of them ${values.both > 1 ? "stand" : "stands"} in both; the log has for example "${difference.key}", and ${join.table} "${other}"${differ}. ${remedy}`;
  const facts = { path: join.path, ...matches, key: key.log, joined: key.joined, ...values };
  return reason("joinMatchesNothing", message, {
    ...facts,
    example: [difference.key, other],
    differ: words ?? null,
  });
}

const many = (values: number, key: string): string =>
  `${showCount(values)} ${values === 1 ? "value" : "values"} of ${key}`;

/** Every key has values in both tables, but no row of the log has all of a row of the table. */
async function notTogether(
  { engine, options }: Connection,
  placed: PlacedJoin,
  matches: Matches,
): Promise<Reason> {
  const { join } = placed;
  const [own, other] = await collectWide(engine, firstKeysPlans(placed), options);
  const named = (table: Table, side: "log" | "joined"): string =>
    join.keys.map((key, k) => `${key[side]} ${table.text(`key_${k}`)}`).join(", ");
  const example = [named(own, "log"), named(other, "joined")];
  const message = `${start(join, matches)} Each key by itself has values in both, but not together; the log has for example ${example[0]}, and ${join.table} ${example[1]}. ${remedy}`;
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
