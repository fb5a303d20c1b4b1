import { type ProposedRoles, proposeRoles } from "../../log/propose-study.js";
import type { Connection } from "../../sql/engine.js";
import type { SourceColumn } from "../../sql/source-column.js";
import {
  type GivenRoles,
  hasWord,
  isKey,
  isNumber,
  namesOf,
  placeWord,
  rewardIn,
} from "./columns.js";
import { askOfColumns, askOfRows, changed, type FileGroup, rowsIn } from "./file-group.js";
import { listsInText } from "./lists-in-text.js";
import { type EarnedBy, type ListsInFiles, quotedName, withParts } from "./rows-in-query.js";

/** A log whose rows hold whole lists, as rows of their entries, and the roles that these say; any other log as it is. */
export async function rowsOfEntries(
  connection: Connection,
  group: FileGroup,
  before: GivenRoles,
): Promise<{ readonly group: FileGroup; readonly roles: GivenRoles }> {
  const { files, columns, changes } = group;
  const isRanked = proposeRoles(columns, before).log.rank !== undefined;
  if (isRanked || changes.events !== undefined) return { group, roles: before };
  const listsInFiles = await findLists(connection, rowsIn(group), columns);
  if (listsInFiles === undefined) return { group, roles: before };
  const trajectory = before.trajectory ?? (await keyOfRows(connection, group));
  const isKeyed = trajectory !== undefined || files.length > 1;
  const free = namesOf(columns).includes("list") ? "list_key" : "list";
  const lists = isKeyed ? listsInFiles : { ...listsInFiles, key: free };
  const roles = {
    trajectory: isKeyed ? trajectory : free,
    item: lists.entries[0]?.name,
    rank: lists.hasRanks ? undefined : "rank",
  };
  return { group: await changed(connection, group, { lists }), roles: { ...roles, ...before } };
}

/** Ids of lists by name; a row of the files is one. */
const keyWord = /(?:impression|request|query|slate|list|session|visit|search|interaction)/i;

/** The column of which every row has another value, which is the key of its list: one with a name for it first. */
async function keyOfRows(connection: Connection, group: FileGroup): Promise<string | undefined> {
  const keys = group.columns.filter(({ type }) => isKey(type));
  const counts = (name: string) => ({ different: `count(distinct ${name})`, rows: "count(*)" });
  const answers = await askOfColumns(connection, rowsIn(group), keys, counts);
  const whole = namesOf(answers.filter(({ number }) => number("different") === number("rows")));
  const named = proposeRoles(group.columns).log.trajectory;
  if (named !== undefined && whole.includes(named)) return named;
  return whole.find((name) => keyWord.test(name)) ?? whole.find((name) => /id$|key$/i.test(name));
}

/** Roles without those that a column of the whole list would have in each of its rows. */
export function ofEntries(roles: ProposedRoles, { entries, earned }: ListsInFiles): ProposedRoles {
  const names = [...namesOf(entries), ...earned.map(({ reward }) => reward)];
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

/** The lists of rows that hold whole ones, and what names the items that earned something; undefined of other rows. */
async function findLists(
  connection: Connection,
  from: string,
  columns: readonly SourceColumn[],
): Promise<ListsInFiles | undefined> {
  const texts = await listsInText(connection, from, columns);
  const rows = withParts(from, texts);
  const nested = columns.filter(({ type }) => type === "other");
  const lists = [...(await listsAmong(connection, rows, nested)), ...namesOf(texts)];
  const [shown] = lists.toSorted((a, b) => shownness(b) - shownness(a));
  if (shown === undefined) return undefined;
  const others = lists.filter((name) => name !== shown);
  const { parallel, clicked } = await against(connection, rows, shown, others);
  const all = namesOf(columns);
  const entries = [
    { list: shown, name: itemOf(shown, all) },
    ...parallel.map((list) => ({ list, name: entryOf(list) })),
  ];
  const ranks = proposeRoles(entries.map(({ name }) => ({ name, type: "bigint" }))).log.rank;
  const hasRanks = ranks !== undefined || all.includes("rank");
  const hasOwn = clicked.length > 0 || entries.some(({ name }) => rewardIn(name) !== undefined);
  const isReplaced = (name: string): boolean => texts.some((text) => text.column === name);
  const scalars = columns.filter(({ name, type }) => type !== "other" && !isReplaced(name));
  const byOne = hasOwn ? [] : await earnedByOne(connection, rows, shown, scalars, hasRanks);
  const none = { empty: `count_if(coalesce(len(${quotedName(shown)}), 0) = 0)` };
  const empty = (await askOfRows(connection, rows, none)).number("empty");
  return { entries, hasRanks, texts, earned: [...clicked, ...byOne], empty };
}

/** How much a name reads as the list of what was displayed. */
function shownness(name: string): number {
  const has = (pattern: RegExp): number => (hasWord(name, pattern) ? 1 : 0);
  return (
    3 * has(/^(?:inview|impressions?|slates?|shown|displayed|viewed|hits?|results?)$/) +
    2 * has(/^(?:items?|articles?|products?|docs?|documents?|videos?|listings?|candidates?)$/) -
    5 * has(/^(?:history|hist|past|previous)$/) -
    4 * (rewardIn(name) === undefined ? 0 : 1)
  );
}

/** What an entry of a list is called: "items" holds an item. */
const entryOf = (list: string): string => list.replace(/s$/i, "");

function itemOf(list: string, names: readonly string[]): string {
  const name = entryOf(list);
  const isItem = proposeRoles([{ name, type: "text" }]).log.item !== undefined;
  return isItem || names.includes("item") ? name : "item";
}

/** Of columns with parts those that are lists of single values. */
async function listsAmong(
  connection: Connection,
  rows: string,
  columns: readonly SourceColumn[],
): Promise<readonly string[]> {
  const types = (name: string) => ({ type: `any_value(typeof(${name}))` });
  const answers = await askOfColumns(connection, rows, columns, types, "text");
  return namesOf(answers.filter(({ text }) => /^[A-Z0-9 (),]+\[\]$/.test(text("type"))));
}

/** Of other lists those with an entry for each displayed item, and those of items that earned something. */
async function against(
  connection: Connection,
  rows: string,
  shown: string,
  others: readonly string[],
): Promise<{ readonly parallel: readonly string[]; readonly clicked: readonly EarnedBy[] }> {
  const items = quotedName(shown);
  const answers = await askOfColumns(
    connection,
    rows,
    others.map((name) => ({ name })),
    (name) => ({
      values: `count(${name})`,
      alike: `count_if(len(${name}) = len(${items}))`,
      among: `count_if(list_has_all(cast(${items} as varchar[]), cast(${name} as varchar[])))`,
    }),
  );
  const lists = answers.filter(({ number }) => number("values") > 0);
  const isParallel = ({ number }: (typeof lists)[number]): boolean =>
    number("alike") === number("values");
  const clicked = lists.flatMap((list): readonly EarnedBy[] => {
    const reward = rewardIn(list.name);
    const isAmong = list.number("among") >= 0.99 * list.number("values");
    if (reward === undefined || isParallel(list) || !isAmong) return [];
    return [{ reward, column: list.name, by: "list" }];
  });
  return { parallel: namesOf(lists.filter(isParallel)), clicked };
}

/** So few different items name no column as one of them: a flag may be an item's number by chance. */
const fewestItems = 3;

/** A column with the one item that earned a reward, or with its place; at most one value stands for none. */
async function earnedByOne(
  connection: Connection,
  rows: string,
  shown: string,
  scalars: readonly SourceColumn[],
  hasRanks: boolean,
): Promise<readonly EarnedBy[]> {
  const items = quotedName(shown);
  const named = scalars.flatMap((scalar) => {
    const reward = rewardIn(scalar.name);
    const isNamed = reward !== undefined && (scalar.type === "text" || isNumber(scalar.type));
    return isNamed ? [{ ...scalar, reward }] : [];
  });
  const answers = await askOfColumns(connection, rows, named, (value, { type }) => {
    const isIn = `list_contains(cast(${items} as varchar[]), cast(${value} as varchar))`;
    const places = { low: `min(${value})`, over: `max(${value} - len(${items}))` };
    return {
      in: `count(distinct ${value}) filter (${isIn})`,
      out: `count(distinct ${value}) filter (${value} is not null and not ${isIn})`,
      ...(isNumber(type) ? places : {}),
    };
  });
  const earned = answers.flatMap(({ name, type, reward, number, numberOrNull }) => {
    const isItem = number("in") >= fewestItems && number("out") <= 1;
    const isPlace = isNumber(type) && !hasRanks && placeWord.test(name);
    const place = isPlace ? placeOf(numberOrNull("low"), numberOrNull("over")) : undefined;
    const by = isItem ? "item" : place;
    return by === undefined ? [] : [{ reward, column: name, by } satisfies EarnedBy];
  });
  return [...earned.filter(({ by }) => by === "item"), ...earned].slice(0, 1);
}

/** From which number places count: from 1 where one is as large as the list is long. Undefined of other numbers. */
function placeOf(low: number | null, over: number | null): EarnedBy["by"] | undefined {
  if (over === null || low === null || low < -1) return undefined;
  if (over === 0) return "placeFrom1";
  return over === -1 ? "placeFrom0" : undefined;
}
