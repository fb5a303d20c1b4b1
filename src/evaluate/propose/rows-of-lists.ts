import { sourceRef } from "../../log/index.js";
import { type ProposedRoles, proposeRoles } from "../../log/propose-study.js";
import type { Connection, SourceColumn } from "../../sql/index.js";
import { askOfQuery } from "./ask-of-query.js";
import type { EventsInFiles } from "./events-in-query.js";
import { quotedName } from "./file-in-query.js";
import { findLists } from "./find-lists.js";
import type { ListsInFiles } from "./lists-in-query.js";
import type { FileGroup, GivenRoles } from "./propose-log.js";
import { queryOfFiles } from "./query-of-files.js";

/** A log of lists with the roles that these say. */
export interface RowsOfLists extends FileGroup {
  readonly nested?: ListsInFiles;
  readonly given: GivenRoles;
}

/** A log whose rows hold whole lists, as rows of their entries; any other log as it is. */
export async function rowsOfLists(
  connection: Connection,
  log: FileGroup & { readonly pivoted?: EventsInFiles },
  given: GivenRoles,
): Promise<RowsOfLists> {
  const { files, columns, asRead = columns, parts, pivoted } = log;
  const { engine, options } = connection;
  const isRanked = proposeRoles(columns, given).log.rank !== undefined;
  if (isRanked || pivoted !== undefined) return { ...log, given };
  const from = `(${queryOfFiles(files, { columns: asRead, parts })})`;
  const found = await findLists(connection, from, columns);
  if (found === undefined) return { ...log, given };
  const trajectory = given.trajectory ?? (await keyOfRows(connection, from, columns));
  const isKeyed = trajectory !== undefined || files.length > 1;
  const key = isKeyed
    ? undefined
    : columns.some(({ name }) => name === "list")
      ? "list_key"
      : "list";
  const nested = key === undefined ? found : { ...found, key };
  const source = { sql: queryOfFiles(files, { columns: asRead, parts, lists: nested }) };
  const read = await engine.describe(sourceRef(source), options);
  const own = trajectory ?? key;
  const item = nested.entries[0]?.name ?? "item";
  const roles = {
    ...(own && { trajectory: own }),
    item,
    ...(nested.hasRanks ? {} : { rank: "rank" }),
  };
  return { files, source, columns: read, nested, given: { ...roles, ...given } };
}

/** Ids of lists by name; a row of the files is one. */
const keyWord = /(?:impression|request|query|slate|list|session|visit|search|interaction)/i;

/** The column of which every row has another value, which is the key of its list: one with a name for it first. */
async function keyOfRows(
  connection: Connection,
  rows: string,
  columns: readonly SourceColumn[],
): Promise<string | undefined> {
  const keys = columns.filter(({ type }) => type === "text" || type === "bigint");
  if (keys.length === 0) return undefined;
  const asked = keys.map(({ name }, at) => [`key_${at}`, `count(distinct ${quotedName(name)})`]);
  const all = { ...Object.fromEntries(asked), rows: "count(*)" };
  const found = await askOfQuery(connection, rows, all, "double");
  const whole = keys
    .filter((_, at) => found.number(`key_${at}`) === found.number("rows"))
    .map(({ name }) => name);
  const named = proposeRoles(columns).log.trajectory;
  if (named !== undefined && whole.includes(named)) return named;
  return whole.find((name) => keyWord.test(name)) ?? whole.find((name) => /id$|key$/i.test(name));
}

/** Roles without those that a column of the whole list would have in each of its rows. */
export function ofEntries(roles: ProposedRoles, { entries, earned }: ListsInFiles): ProposedRoles {
  const names = [...entries.map(({ name }) => name), ...earned.map(({ reward }) => reward)];
  const isEntry = (column: string): boolean => names.includes(column);
  const rewards = Object.entries(roles.rewards).filter(([, column]) => isEntry(column));
  const policies = Object.entries(roles.policies).filter(([, of]) =>
    Object.values(of).every(isEntry),
  );
  return {
    ...roles,
    rewards: Object.fromEntries(rewards),
    policies: Object.fromEntries(policies),
  };
}
