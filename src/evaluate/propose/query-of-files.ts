import type { SourceColumn } from "../../sql/index.js";

/** What a query changes in what files hold. */
export interface ChangesInFiles {
  /** Ranks that count from 0: 1 is added. */
  readonly fromZero?: readonly string[] | undefined;
  /** Only the rows of one of several models. */
  readonly only?: { readonly column: SourceColumn; readonly value: string } | undefined;
  /** Columns of lists that become a row for each of their entries; the first gives ranks where none has them. */
  readonly lists?: { readonly names: readonly string[]; readonly hasRanks: boolean } | undefined;
}

/** A column's name in a query. */
export const quotedName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

const quotedText = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** What an entry of a list is called: "items" holds an item. */
export const entryOf = (list: string): string => list.replace(/s$/i, "");

/** A query in DuckDB's dialect that reads files with changes; several files have the same columns. */
export function queryOfFiles(files: readonly string[], changes: ChangesInFiles = {}): string {
  const { only, lists, fromZero = [] } = changes;
  const where = only === undefined ? "" : ` where ${isOf(only)}`;
  const added = fromZero.map((name) => `${quotedName(name)} + 1 as ${quotedName(name)}`);
  const selected = added.length === 0 ? "*" : `* replace (${added.join(", ")})`;
  const each = files.map((file) => {
    const rows = lists === undefined ? quotedText(file) : entriesOf(file, lists);
    const isWhole = lists !== undefined && added.length === 0 && only === undefined;
    return isWhole ? rows : `select ${selected} from ${lists ? `(${rows})` : rows}${where}`;
  });
  return each.join(" union all by name ");
}

function entriesOf(
  file: string,
  { names, hasRanks }: NonNullable<ChangesInFiles["lists"]>,
): string {
  const [first = ""] = names;
  const entries = names.map(
    (name) => `unnest(${quotedName(name)}) as ${quotedName(entryOf(name))}`,
  );
  const ranks = hasRanks ? [] : [`generate_subscripts(${quotedName(first)}, 1) as "rank"`];
  const others = `* exclude (${names.map(quotedName).join(", ")})`;
  return `select ${[others, ...entries, ...ranks].join(", ")} from ${quotedText(file)}`;
}

const isOf = ({ column: { name, type }, value }: NonNullable<ChangesInFiles["only"]>): string =>
  `${quotedName(name)} = ${type === "text" ? quotedText(value) : value}`;

/** What a table of rewards gives a row of the log: the sum or the largest of a column, or 1 for being there. */
export type RewardOfKey = { readonly column: string; readonly by: "max" | "sum" } | 1;

/** A row for each key, with its rewards. */
export function queryOfRewards(
  files: readonly string[],
  keys: readonly string[],
  rewards: Readonly<Record<string, RewardOfKey>>,
): string {
  const values = Object.entries(rewards).map(([name, from]) => {
    const value = from === 1 ? "1" : `${from.by}(${quotedName(from.column)})`;
    return `${value} as ${quotedName(name)}`;
  });
  const by = keys.map(quotedName).join(", ");
  return `select ${[by, ...values].join(", ")} from (${queryOfFiles(files)}) group by ${by}`;
}
