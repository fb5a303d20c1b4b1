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
  given: GivenRoles,
): Promise<{ readonly group: FileGroup; readonly roles: GivenRoles }> {
  const { files, columns, changes } = group;
  const isRanked = proposeRoles(columns, given).log.rank !== undefined;
  if (isRanked || changes.events !== undefined) return { group, roles: given };
  const listsInFiles = await findLists(connection, rowsIn(group), columns);
  if (listsInFiles === undefined) return { group, roles: given };
  const trajectory = given.trajectory ?? (await keyOfRows(connection, group));
  const isKeyed = trajectory !== undefined || files.length > 1;
  const free = namesOf(columns).includes("list") ? "list_key" : "list";
  const lists = isKeyed ? listsInFiles : { ...listsInFiles, key: free };
  const roles = {
    trajectory: isKeyed ? trajectory : free,
    item: lists.entries[0]?.name,
    rank: lists.hasRanks ? undefined : "rank",
  };
  return { group: await changed(connection, group, { lists }), roles: { ...roles, ...given } };
}

/** Ids of lists by name; a row of the files is one. */
const keyWord = /(?:impression|request|query|slate|list|session|visit|search|interaction)/i;

/** The column of which every row has another value, which is the key of its list: one with a name for it first. */
async function keyOfRows(connection: Connection, group: FileGroup): Promise<string | undefined> {
  const keys = group.columns.filter(({ type }) => isKey(type));
  const asked = (own: string) => ({ different: `count(distinct ${own})`, rows: "count(*)" });
  const found = await askOfColumns(connection, rowsIn(group), keys, asked);
  const whole = namesOf(found.filter(({ number }) => number("different") === number("rows")));
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

function itemOf(list: string, taken: readonly string[]): string {
  const name = entryOf(list);
  const isItem = proposeRoles([{ name, type: "text" }]).log.item !== undefined;
  return isItem || taken.includes("item") ? name : "item";
}

/** Of columns with parts those that are lists of single values. */
async function listsAmong(
  connection: Connection,
  rows: string,
  columns: readonly SourceColumn[],
): Promise<readonly string[]> {
  const asked = (own: string) => ({ type: `any_value(typeof(${own}))` });
  const found = await askOfColumns(connection, rows, columns, asked, "text");
  return namesOf(found.filter(({ text }) => /^[A-Z0-9 (),]+\[\]$/.test(text("type"))));
}

/** Of other lists those with an entry for each displayed item, and those of items that earned something. */
async function against(
  connection: Connection,
  rows: string,
  shown: string,
  others: readonly string[],
): Promise<{ readonly parallel: readonly string[]; readonly clicked: readonly EarnedBy[] }> {
  const items = quotedName(shown);
  const found = await askOfColumns(
    connection,
    rows,
    others.map((name) => ({ name })),
    (own) => ({
      values: `count(${own})`,
      alike: `count_if(len(${own}) = len(${items}))`,
      among: `count_if(list_has_all(cast(${items} as varchar[]), cast(${own} as varchar[])))`,
    }),
  );
  const held = found.filter(({ number }) => number("values") > 0);
  const isParallel = ({ number }: (typeof held)[number]): boolean =>
    number("alike") === number("values");
  const clicked = held.flatMap((each): readonly EarnedBy[] => {
    const reward = rewardIn(each.name);
    const isAmong = each.number("among") >= 0.99 * each.number("values");
    if (reward === undefined || isParallel(each) || !isAmong) return [];
    return [{ reward, column: each.name, by: "list" }];
  });
  return { parallel: namesOf(held.filter(isParallel)), clicked };
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
  const found = await askOfColumns(connection, rows, named, (own, { type }) => {
    const isIn = `list_contains(cast(${items} as varchar[]), cast(${own} as varchar))`;
    const places = { low: `min(${own})`, over: `max(${own} - len(${items}))` };
    return {
      in: `count(distinct ${own}) filter (${isIn})`,
      out: `count(distinct ${own}) filter (${own} is not null and not ${isIn})`,
      ...(isNumber(type) ? places : {}),
    };
  });
  const earned = found.flatMap(({ name, type, reward, number, numberOrNull }) => {
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
