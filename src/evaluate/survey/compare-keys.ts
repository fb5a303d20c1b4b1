import { type KeySides, keyCountPlans, keySamplePlans } from "../../log/join/keys-in-common.js";
import { type KeyDifference, keyDifference } from "../../numeric/key-difference.js";
import { counted, showCount } from "../../numeric/show-number.js";
import type { Connection, Plan } from "../../sql/engine.js";
import { collectWide } from "../../sql/run/collect-wide.js";
import type { Table } from "../../sql/run/table.js";

/** A smaller share of both sides is nearly nothing. */
export const nearly = 0.01;

/** Keys of either side that are compared to tell in what they differ. */
const compared = 1000;

/** How often the values of a key stand in the log, in another table and in both, and in what they differ. */
export interface ComparedKeys {
  readonly values: { readonly log: number; readonly table: number; readonly both: number };
  readonly difference: KeyDifference;
}

/** The keys of two tables that have (nearly) none in common; undefined where enough stand in both. */
export async function compareKeys(
  connection: Connection,
  sides: KeySides,
): Promise<ComparedKeys | undefined> {
  const [log = 0, table = 0, both = 0] = await countsOf(connection, keyCountPlans(sides));
  if (both > 0 && both >= nearly * Math.min(log, table)) return undefined;
  const plans = keySamplePlans(sides, compared);
  const samples = await collectWide(connection.engine, plans, connection.options);
  const [keys = [], other = []] = samples.map(valuesOf);
  const difference = keyDifference(keys, other);
  return difference && { values: { log, table, both }, difference };
}

const valuesOf = (table: Table): readonly string[] =>
  table.texts("value").filter((value) => value !== null);

export async function countsOf(
  { engine, options }: Connection,
  plans: readonly Plan<"found">[],
): Promise<readonly number[]> {
  const tables = await collectWide(engine, plans, options);
  return tables.map((table) => table.number("found"));
}

export const keyRemedy = `What to do: write the keys of both alike, with { sql: "select …" } in the place of one of them, or name the right column or file.`;

/** The sentences that follow on how little of a log stands in a table: the key of the log, and that of the table. */
export function inWords({ values, difference }: ComparedKeys, log: string, joined: string): string {
  const both = values.both === 0 ? "none" : showCount(values.both);
  const { key, other, words } = difference;
  const differ = words === undefined ? "" : `: they differ ${words}`;
  return `The log has ${many(values.log, log)}, the table ${many(values.table, joined)}, and ${both} of them ${values.both > 1 ? "stand" : "stands"} in both; for example "${key}" in the log, and "${other}" in the table${differ}. ${keyRemedy}`;
}

const many = (values: number, key: string): string => `${counted(values, "value")} of ${key}`;
