import { proposeRoles } from "../../log/propose-study.js";
import { sourceRef } from "../../log/sources/index.js";
import type { Connection } from "../../sql/engine.js";
import { from } from "../../sql/relation.js";
import { profileRows } from "../survey/profile-log.js";
import { standsTwice } from "./by-key.js";
import { type GivenRoles, isNumber } from "./columns.js";
import type { FileGroup } from "./file-group.js";
import type { ChangesInFiles, RewardOfKey } from "./query-of-files.js";
import type { Kinds } from "./rows-in-query.js";
import { keysOf } from "./scores-in.js";

/** A table with a row for each reward: clicks, purchases. A row of the log without one has none. */
export interface RewardTable {
  readonly files: readonly string[];
  readonly changes: ChangesInFiles;
  readonly keys: { readonly trajectory: string; readonly item: string };
  readonly rewards: Readonly<Record<string, RewardOfKey>>;
  /** Values of a column by which a row is a view, where a row is an event. */
  readonly views?: Pick<Kinds, "kind" | "views">;
  readonly isRepeated: boolean;
}

/** The rewards that a table holds besides the keys; undefined of a table that holds something else. */
export async function rewardsIn(
  connection: Connection,
  { files, changes, source, columns, kinds }: FileGroup,
  log: GivenRoles,
): Promise<RewardTable | undefined> {
  const { trajectory, item, others } = keysOf(columns, log);
  if (trajectory === undefined || item === undefined) return undefined;
  const table = { files, changes, keys: { trajectory, item } };
  if (kinds !== undefined) {
    const { kind, views } = kinds;
    const kindsOfViews = views.length === 0 ? {} : { views: { kind, views } };
    return { ...table, rewards: byKind(kinds), isRepeated: true, ...kindsOfViews };
  }
  const numbers = columns.filter(({ name, type }) => isNumber(type) && !others.includes(name));
  const named = Object.entries(proposeRoles(columns).rewards);
  const nameOfGroup = nameOfFile(files[0] ?? "");
  const isMere = numbers.length === 0 && named.length === 0 && isReward(nameOfGroup);
  if (!isMere && (named.length === 0 || named.length < numbers.length)) return undefined;
  const rows = from(sourceRef(source));
  const { columns: profiles } = await profileRows(connection, rows, columns);
  const isFlag = (name: string): boolean => {
    const columnProfile = profiles.find((profile) => profile.name === name);
    return columnProfile?.type === "boolean" || Number(columnProfile?.range?.[1] ?? 2) <= 1;
  };
  const rewards: Readonly<Record<string, RewardOfKey>> = isMere
    ? { [nameOfGroup]: 1 }
    : Object.fromEntries(
        named.map(([name, column]) => [name, { column, by: isFlag(column) ? "max" : "sum" }]),
      );
  const isRepeated = isMere || (await standsTwice(connection, rows, [trajectory, item]));
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
