import { proposeRoles } from "../../log/propose-study.js";
import type { Connection, SourceColumn, Table } from "../../sql/index.js";
import { askOfQuery } from "./ask-of-query.js";
import { quotedName } from "./file-in-query.js";
import { type EarnedBy, entryOf, type ListsInFiles, withParts } from "./lists-in-query.js";
import { isNumber } from "./scores-in.js";
import { rewardIn, wordsOf } from "./words-of.js";

/** What a column is to the list of items that was displayed. */
interface Against {
  readonly name: string;
  /** Rows in which a list is as long, and in which its entries, or the value, are among the items. */
  readonly alike: number;
  readonly among: number;
  readonly values: number;
}

/** The lists of rows that hold whole ones, and what names the items that earned something; undefined of other rows. */
export async function findLists(
  connection: Connection,
  from: string,
  columns: readonly SourceColumn[],
): Promise<ListsInFiles | undefined> {
  const texts = await listsInText(connection, from, columns);
  const rows = withParts(from, texts);
  const isReplaced = (name: string): boolean => texts.some((each) => each.column === name);
  const scalars = columns.filter(({ name, type }) => type !== "other" && !isReplaced(name));
  const nested = columns.filter(({ type }) => type === "other").map(({ name }) => name);
  const lists = [...(await listsAmong(connection, rows, nested)), ...texts.map(({ name }) => name)];
  const [shown] = [...lists].sort((a, b) => shownness(b) - shownness(a));
  if (shown === undefined) return undefined;
  const others = await against(connection, rows, shown, lists);
  const whole = others.filter(({ alike, values }) => values > 0 && alike === values);
  const parallel = lists.filter((name) => name === shown || whole.some((of) => of.name === name));
  const clicked = others.filter(
    (each) => !parallel.includes(each.name) && isAmong(each) && rewardIn(each.name) !== undefined,
  );
  const earned = clicked.map(
    ({ name }): EarnedBy => ({ reward: rewardIn(name) ?? name, column: name, by: "list" }),
  );
  const all = columns.map(({ name }) => name);
  const entries = [shown, ...parallel.filter((name) => name !== shown)].map((list, at) => ({
    list,
    name: at === 0 ? itemOf(list, all) : entryOf(list),
  }));
  const hasRanks =
    proposeRoles(entries.map(({ name }) => ({ name, type: "bigint" }))).log.rank !== undefined ||
    all.includes("rank");
  const hasOwn = entries.some(({ name }) => rewardIn(name) !== undefined) || earned.length > 0;
  const byOne = hasOwn ? [] : await earnedByOne(connection, rows, shown, scalars, hasRanks);
  const none = { empty: `count_if(coalesce(len(${quotedName(shown)}), 0) = 0)` };
  const empty = (await askOfQuery(connection, rows, none, "double")).number("empty");
  return { entries, hasRanks, texts, earned: [...earned, ...byOne], empty };
}

/** How much a name reads as the list of what was displayed. */
function shownness(name: string): number {
  const own = wordsOf(name);
  const has = (pattern: RegExp): number => (own.some((word) => pattern.test(word)) ? 1 : 0);
  return (
    3 * has(/^(?:inview|impressions?|slates?|shown|displayed|viewed|hits?|results?)$/) +
    2 * has(/^(?:items?|articles?|products?|docs?|documents?|videos?|listings?|candidates?)$/) -
    5 * has(/^(?:history|hist|past|previous)$/) -
    4 * (rewardIn(name) === undefined ? 0 : 1)
  );
}

function itemOf(list: string, taken: readonly string[]): string {
  const name = entryOf(list);
  const isItem = proposeRoles([{ name, type: "text" }]).log.item !== undefined;
  return isItem || taken.includes("item") ? name : "item";
}

const isAmong = ({ among, values }: Against): boolean => values > 0 && among >= 0.99 * values;

/** Of columns with parts those that are lists of single values. */
async function listsAmong(
  connection: Connection,
  rows: string,
  names: readonly string[],
): Promise<readonly string[]> {
  if (names.length === 0) return [];
  const types = Object.fromEntries(
    names.map((name, at) => [`type_${at}`, `any_value(typeof(${quotedName(name)}))`]),
  );
  const found = await askOfQuery(connection, rows, types, "text");
  return names.filter((_, at) => /^[A-Z0-9 (),]+\[\]$/.test(found.text(`type_${at}`) ?? ""));
}

async function against(
  connection: Connection,
  rows: string,
  shown: string,
  lists: readonly string[],
): Promise<readonly Against[]> {
  const others = lists.filter((name) => name !== shown);
  if (others.length === 0) return [];
  const items = `cast(${quotedName(shown)} as varchar[])`;
  const asked = others.flatMap((name, at) => {
    const own = quotedName(name);
    return [
      [`values_${at}`, `count(${own})`],
      [`alike_${at}`, `count_if(len(${own}) = len(${quotedName(shown)}))`],
      [`among_${at}`, `count_if(list_has_all(${items}, cast(${own} as varchar[])))`],
    ] as const;
  });
  const found = await askOfQuery(connection, rows, Object.fromEntries(asked), "double");
  return others.map((name, at) => ({
    name,
    values: found.numberOrZero(`values_${at}`),
    alike: found.numberOrZero(`alike_${at}`),
    among: found.numberOrZero(`among_${at}`),
  }));
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
  const named = scalars.filter(
    ({ name, type }) => rewardIn(name) !== undefined && (type === "text" || isNumber(type)),
  );
  if (named.length === 0) return [];
  const items = `cast(${quotedName(shown)} as varchar[])`;
  const asked = named.flatMap(({ name, type }, at) => {
    const own = quotedName(name);
    const isIn = `list_contains(${items}, cast(${own} as varchar))`;
    const length = `len(${quotedName(shown)})`;
    return [
      [`in_${at}`, `count(distinct ${own}) filter (${isIn})`],
      [`out_${at}`, `count(distinct ${own}) filter (${own} is not null and not ${isIn})`],
      ...(isNumber(type)
        ? ([
            [`low_${at}`, `min(${own})`],
            [`over_${at}`, `max(${own} - ${length})`],
          ] as const)
        : []),
    ] as const;
  });
  const found = await askOfQuery(connection, rows, Object.fromEntries(asked), "double");
  const earned = named.flatMap(({ name, type }, at): readonly EarnedBy[] => {
    const reward = rewardIn(name) ?? name;
    const isItem = found.number(`in_${at}`) >= fewestItems && found.number(`out_${at}`) <= 1;
    if (isItem) return [{ reward, column: name, by: "item" }];
    const isPlace = isNumber(type) && !hasRanks && placeWord.test(name);
    const by = isPlace ? placeOf(found, at) : undefined;
    return by === undefined ? [] : [{ reward, column: name, by }];
  });
  const items_ = earned.filter(({ by }) => by === "item");
  return items_.length > 0 ? items_.slice(0, 1) : earned.slice(0, 1);
}

/** Words for a place in a list, in a name. */
const placeWord = /(?:^|[^a-z])(?:rank|position|pos|slot|idx|index|place)(?:[^a-z]|$)/i;

/** From which number places count: from 1 where one is as large as the list is long. Undefined of other numbers. */
function placeOf(found: Table, at: number): "placeFrom0" | "placeFrom1" | undefined {
  const over = found.numberOrNull(`over_${at}`);
  const low = found.numberOrNull(`low_${at}`);
  if (over === null || low === null || low < -1) return undefined;
  if (over === 0) return "placeFrom1";
  return over === -1 ? "placeFrom0" : undefined;
}

/** Forms in which lists are written as text: every value that is not empty must have the form. */
const forms = {
  /** MIND: an item and whether it was clicked, "N1-0 N2-1". */
  clicked: String.raw`\S+-[01](\s+\S+-[01])*`,
  whole: String.raw`\[\s*(-?(0|[1-9]\d{0,17})(\s*[,\s]\s*-?(0|[1-9]\d{0,17}))*)?\s*\]`,
  number: String.raw`\[\s*(-?\d+(\.\d*)?(\s*[,\s]\s*-?\d+(\.\d*)?)*)?\s*\]`,
  any: String.raw`\[[^\[\]{}]*\]`,
} as const;
type Form = keyof typeof forms;

/** Columns of text that hold lists, as lists. */
async function listsInText(
  connection: Connection,
  rows: string,
  columns: readonly SourceColumn[],
): Promise<ListsInFiles["texts"]> {
  const texts = columns.filter(({ type }) => type === "text");
  if (texts.length === 0) return [];
  const asked = texts.flatMap(({ name }, at) => [
    [`values_${at}`, `count(nullif(trim(${quotedName(name)}), ''))`] as const,
    ...Object.entries(forms).map(([form, pattern]) => {
      const matches = `regexp_full_match(trim(${quotedName(name)}), '${pattern}')`;
      return [`${form}_${at}`, `count_if(${matches})`] as const;
    }),
  ]);
  const found = await askOfQuery(connection, rows, Object.fromEntries(asked), "double");
  const taken = columns.map(({ name }) => name);
  return texts.flatMap(({ name }, at) => {
    const values = found.numberOrZero(`values_${at}`);
    const form = (Object.keys(forms) as Form[]).find(
      (each) => values > 0 && found.numberOrZero(`${each}_${at}`) === values,
    );
    return form === undefined ? [] : asLists(name, form, taken);
  });
}

function asLists(column: string, form: Form, taken: readonly string[]): ListsInFiles["texts"] {
  const text = quotedName(column);
  if (form === "clicked") {
    const free = (name: string): string => (taken.includes(name) ? `${column}_${name}` : name);
    const part = (group: number): string =>
      String.raw`regexp_extract_all(${text}, '(\S+)-([01])(?:\s|$)', ${group})`;
    return [
      { column, name: free("items"), sql: part(1) },
      { column, name: free("clicks"), sql: `cast(${part(2)} as bigint[])` },
    ];
  }
  const parts = String.raw`regexp_extract_all(${text}, '[^\[\],\s"'']+')`;
  const type = { whole: "bigint[]", number: "double[]", any: undefined }[form];
  return [{ column, name: column, sql: type ? `cast(${parts} as ${type})` : parts }];
}
