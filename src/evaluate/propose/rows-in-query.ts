import type { ColumnType, SourceColumn } from "../../sql/source-column.js";

/** The kinds of events that a table has a row for each of. */
export type Kinds = Pick<EventsInFiles, "kind" | "views" | "rewards" | "others">;

export const quotedName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

export const quotedText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const quotedNames = (names: readonly string[]): string => names.map(quotedName).join(", ");

/**
 * A file in a query of DuckDB's. Its columns have the types of the whole file: DuckDB's own choice for a query looks
 * at the first lines.
 */
export function fileInQuery(file: string, columns: readonly SourceColumn[] = []): string {
  const path = quotedText(file);
  if (/\.(?:jsonl|ndjson|json)(?:\.gz)?$/i.test(file)) {
    return `read_json(${path}, format = 'newline_delimited', sample_size = -1)`;
  }
  if (!/\.(?:csv|tsv)(?:\.gz)?$/i.test(file)) return path;
  const types = columns.flatMap(({ name, type }) => {
    const sqlType = typeNames[type];
    return sqlType === undefined ? [] : [`${quotedText(name)}: '${sqlType}'`];
  });
  const typed = types.length === 0 ? "sample_size = -1" : `types = {${types.join(", ")}}`;
  return `read_csv(${path}, header = true, quote = '"', escape = '"', ${typed})`;
}

const typeNames: Readonly<Partial<Record<ColumnType, string>>> = {
  bigint: "BIGINT",
  double: "DOUBLE",
  boolean: "BOOLEAN",
  date: "DATE",
  decimal: "HUGEINT",
  // Those with an offset are among them.
  timestamp: "TIMESTAMP WITH TIME ZONE",
  text: "VARCHAR",
};

/** A column that is read out of another one, which it takes the place of. */
export interface Part {
  readonly column: string;
  readonly name: string;
  readonly sql: string;
}

/** Rows of a file, or of a query in parentheses, with parts of columns in the place of these. */
export function withParts(from: string, parts: readonly Part[]): string {
  if (parts.length === 0) return from;
  const columns = quotedNames([...new Set(parts.map(({ column }) => column))]);
  const read = parts.map(({ name, sql }) => `${sql} as ${quotedName(name)}`).join(", ");
  return `(select * exclude (${columns}), ${read} from ${from})`;
}

/** How rows of events become rows of items: one for each key, with what happened there. */
export interface EventsInFiles {
  readonly kind: string;
  /** Its values that are views, those that are rewards by what these are called, and all others. */
  readonly views: readonly string[];
  readonly rewards: Readonly<Record<string, string>>;
  readonly others: readonly string[];
  /** The columns of the trajectory and the item, and of the feed where there is one. */
  readonly keys: readonly string[];
  /** Columns with amounts, which are added up, and all others, of which a row has the lowest. */
  readonly amounts: readonly string[];
  readonly carried: readonly string[];
}

/** 1 where an event of this kind is among those of a key. */
export const happened = (kind: string, value: string): string =>
  `cast(count_if(${quotedName(kind)} = ${quotedText(value)}) > 0 as bigint)`;

/** A row for each key of events in parentheses; events that are neither views nor rewards are left out. */
export function rowsOfEvents(from: string, events: EventsInFiles): string {
  const { kind, views, rewards, keys, amounts, carried } = events;
  const by = quotedNames(keys);
  const selected = [
    by,
    ...carried.map((name) => `min(${quotedName(name)}) as ${quotedName(name)}`),
    ...Object.entries(rewards).map(
      ([name, value]) => `${happened(kind, value)} as ${quotedName(name)}`,
    ),
    ...amounts.map((name) => `coalesce(sum(${quotedName(name)}), 0) as ${quotedName(name)}`),
  ];
  const kept = [...views, ...Object.values(rewards)].map(quotedText).join(", ");
  return `select ${selected.join(", ")} from ${from} where ${quotedName(kind)} in (${kept}) group by ${by}`;
}

/** How the rows of files that hold whole lists become rows of their entries. */
export interface ListsInFiles {
  /** Columns of lists with an entry for each item, and what an entry is called; the first holds the items. */
  readonly entries: readonly { readonly list: string; readonly name: string }[];
  /** Whether an entry or another column is the rank; else it is the entry's place. */
  readonly hasRanks: boolean;
  /** Lists that are stored as text, by their names, and the columns of that text. */
  readonly texts: readonly Part[];
  /** What names the items that earned a reward: a list of them, one of them, or its place. */
  readonly earned: readonly EarnedBy[];
  /** Rows of the files without an item. */
  readonly empty: number;
  /** The key of a list, where no column is one. */
  readonly key?: string;
}

export interface EarnedBy {
  readonly reward: string;
  readonly column: string;
  readonly by: "list" | "item" | "placeFrom0" | "placeFrom1";
}

export function entriesOf(from: string, lists: ListsInFiles): string {
  const { entries, hasRanks, texts, earned, key } = lists;
  const [items = { list: "", name: "" }] = entries;
  const selected = [
    `* exclude (${quotedNames(entries.map(({ list }) => list))})`,
    ...entries.map(({ list, name }) => `unnest(${quotedName(list)}) as ${quotedName(name)}`),
    ...(hasRanks ? [] : [`generate_subscripts(${quotedName(items.list)}, 1) as "rank"`]),
    ...(key === undefined ? [] : [`row_number() over () as ${quotedName(key)}`]),
  ];
  const rows = `select ${selected.join(", ")} from ${withParts(from, texts)}`;
  if (earned.length === 0) return rows;
  const used = quotedNames(earned.map(({ column }) => column));
  const rewards = earned.map((reward) => rewardOf(reward, quotedName(items.name)));
  return `select ${[`* exclude (${used})`, ...rewards].join(", ")} from (${rows})`;
}

function rewardOf({ reward, column, by }: EarnedBy, item: string): string {
  const of = quotedName(column);
  const condition = {
    list: `list_contains(cast(${of} as varchar[]), cast(${item} as varchar))`,
    item: `cast(${item} as varchar) = cast(${of} as varchar)`,
    placeFrom0: `"rank" = ${of} + 1`,
    placeFrom1: `"rank" = ${of}`,
  }[by];
  return `cast(coalesce(${condition}, false) as bigint) as ${quotedName(reward)}`;
}
