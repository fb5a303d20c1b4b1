import { sourceRef } from "../../log/index.js";
import { proposeRoles } from "../../log/propose-study.js";
import {
  type Connection,
  cast,
  collect,
  column,
  count,
  from,
  group,
  max,
  plan,
  type SourceColumn,
  type SourceRef,
  select,
} from "../../sql/index.js";
import { profileRows } from "../survey/profile-log.js";
import type { Kinds } from "./find-events.js";
import type { Part } from "./lists-in-query.js";
import type { FileGroup, GivenRoles } from "./propose-log.js";
import type { RewardOfKey } from "./query-of-files.js";
import { isNumber, keysOf } from "./scores-in.js";

/** A table with a row for each reward: clicks, purchases. A row of the log without one has none. */
export interface RewardTable {
  readonly files: readonly string[];
  /** Its columns as they are, and what is read out of them. */
  readonly columns: readonly SourceColumn[];
  readonly parts?: readonly Part[] | undefined;
  readonly keys: { readonly trajectory: string; readonly item: string };
  /** What rewards are, by their names. */
  readonly rewards: Readonly<Record<string, RewardOfKey>>;
  /** Values of a column by which a row is a view, where a row is an event. */
  readonly views?: Pick<Kinds, "kind" | "views">;
  /** Whether some key stands in several rows. */
  readonly isRepeated: boolean;
}

/** The rewards that a table holds besides the keys; undefined of a table that holds something else. */
export async function rewardsIn(
  connection: Connection,
  { files, source, columns, asRead = columns, parts, kinds }: FileGroup,
  log: GivenRoles,
): Promise<RewardTable | undefined> {
  const { trajectory, item, taken } = keysOf(columns, log);
  if (trajectory === undefined || item === undefined) return undefined;
  const table = { files, columns: asRead, parts, keys: { trajectory, item } };
  if (kinds !== undefined) {
    const { kind, views } = kinds;
    const seen = views.length === 0 ? {} : { views: { kind, views } };
    return { ...table, rewards: byKind(kinds), isRepeated: true, ...seen };
  }
  const numbers = columns.filter(({ name, type }) => isNumber(type) && !taken.includes(name));
  const named = Object.entries(proposeRoles(columns).rewards);
  const own = nameOfFile(files[0] ?? "");
  const isMere = numbers.length === 0 && named.length === 0 && isReward(own);
  if (!isMere && (named.length === 0 || named.length < numbers.length)) return undefined;
  const ref = sourceRef(source);
  const { columns: held } = await profileRows(connection, from(ref), columns);
  const isFlag = (name: string): boolean => {
    const found = held.find((each) => each.name === name);
    return found?.type === "boolean" || Number(found?.range?.[1] ?? 2) <= 1;
  };
  const rewards: Readonly<Record<string, RewardOfKey>> = isMere
    ? { [own]: 1 }
    : Object.fromEntries(
        named.map(([name, column]) => [name, { column, by: isFlag(column) ? "max" : "sum" }]),
      );
  const isRepeated = isMere || (await standsTwice(connection, ref, [trajectory, item]));
  return { ...table, rewards, isRepeated };
}

const byKind = ({ kind, rewards }: Kinds): Readonly<Record<string, RewardOfKey>> =>
  Object.fromEntries(
    Object.entries(rewards).map(([name, value]) => [name, { column: kind, is: value }]),
  );

/** "logs/clicks.csv.gz" holds clicks. */
const nameOfFile = (file: string): string =>
  (file.split(/[\\/]/).at(-1) ?? "").replace(/\..*$/, "").replace(/[^\p{L}\p{N}]+/gu, "_");

const isReward = (name: string): boolean =>
  Object.keys(proposeRoles([{ name, type: "double" }]).rewards).length > 0;

/** Whether some key stands in several rows. */
async function standsTwice(
  { engine, options }: Connection,
  source: SourceRef,
  keys: readonly string[],
): Promise<boolean> {
  const named = keys.map((name, i) => [`k_${i}`, cast(column(name), "text")] as const);
  const rows = group(
    select(from(source), named),
    named.map(([name]) => name),
    [["k_rows", count()]],
  );
  const most = group(rows, [], [["k_most", max(column("k_rows"))]]);
  const wanted = plan(
    "rows of one key",
    select(most, [["most", cast(column("k_most"), "double")]]),
  );
  return (await collect(engine, wanted, options)).numberOrZero("most") > 1;
}
