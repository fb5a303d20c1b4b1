import { quotedName } from "./file-in-query.js";

/** How the rows of files that hold whole lists become rows of their entries. */
export interface ListsInFiles {
  /** Columns of lists with an entry for each item, and what an entry is called; the first holds the items. */
  readonly entries: readonly { readonly list: string; readonly name: string }[];
  /** Whether an entry or another column is the rank; else it is the entry's place. */
  readonly hasRanks: boolean;
  /** Lists that are stored as text, by their names, and the columns of that text. */
  readonly texts: readonly {
    readonly column: string;
    readonly name: string;
    readonly sql: string;
  }[];
  /** What names the items that earned a reward: a list of them, one of them, or its place. */
  readonly earned: readonly EarnedBy[];
  /** Rows of the files without an item. */
  readonly empty: number;
  /** The key of a list, where no column is one. */
  readonly key?: string;
}

/** A column that is read out of another one, which it takes the place of. */
export interface Part {
  readonly column: string;
  readonly name: string;
  readonly sql: string;
}

export interface EarnedBy {
  readonly reward: string;
  readonly column: string;
  readonly by: "list" | "item" | "placeFrom0" | "placeFrom1";
}

/** What an entry of a list is called: "items" holds an item. */
export const entryOf = (list: string): string => list.replace(/s$/i, "");

/** Rows of a file, or of a query in parentheses, with parts of columns in the place of these. */
export function withParts(from: string, parts: readonly Part[]): string {
  if (parts.length === 0) return from;
  const columns = [...new Set(parts.map(({ column }) => quotedName(column)))].join(", ");
  const lists = parts.map(({ name, sql }) => `${sql} as ${quotedName(name)}`).join(", ");
  return `(select * exclude (${columns}), ${lists} from ${from})`;
}

/** A row for each entry. */
export function entriesOf(from: string, lists: ListsInFiles): string {
  const { entries, hasRanks, texts, earned, key } = lists;
  const [first] = entries;
  const named = entries.map(
    ({ list, name }) => `unnest(${quotedName(list)}) as ${quotedName(name)}`,
  );
  const rank = `generate_subscripts(${quotedName(first?.list ?? "")}, 1) as "rank"`;
  const others = `* exclude (${entries.map(({ list }) => quotedName(list)).join(", ")})`;
  const selected = [
    others,
    ...named,
    ...(hasRanks ? [] : [rank]),
    ...(key === undefined ? [] : [`row_number() over () as ${quotedName(key)}`]),
  ];
  const rows = `select ${selected.join(", ")} from ${withParts(from, texts)}`;
  if (earned.length === 0) return rows;
  const used = earned.map(({ column }) => quotedName(column)).join(", ");
  const rewards = earned.map((each) => rewardOf(each, first?.name ?? ""));
  return `select ${[`* exclude (${used})`, ...rewards].join(", ")} from (${rows})`;
}

function rewardOf({ reward, column, by }: EarnedBy, item: string): string {
  const [of, own] = [quotedName(column), quotedName(item)];
  const condition = {
    list: `list_contains(cast(${of} as varchar[]), cast(${own} as varchar))`,
    item: `cast(${own} as varchar) = cast(${of} as varchar)`,
    placeFrom0: `"rank" = ${of} + 1`,
    placeFrom1: `"rank" = ${of}`,
  }[by];
  return `cast(coalesce(${condition}, false) as bigint) as ${quotedName(reward)}`;
}
