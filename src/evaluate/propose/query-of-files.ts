import type { SourceColumn } from "../../sql/index.js";
import { fileInQuery, quotedName, quotedText } from "./file-in-query.js";
import { entriesOf, type ListsInFiles } from "./lists-in-query.js";

/** What a query changes in what files hold. */
export interface ChangesInFiles {
  /** The columns of the files as they are. */
  readonly columns?: readonly SourceColumn[] | undefined;
  /** Ranks that count from 0: 1 is added. */
  readonly fromZero?: readonly string[] | undefined;
  /** Only the rows of one of several models. */
  readonly only?: { readonly column: SourceColumn; readonly value: string } | undefined;
  /** Rows of whole lists become rows of their entries. */
  readonly lists?: ListsInFiles | undefined;
}

/** A query in DuckDB's dialect that reads files with changes; several files have the same columns. */
export function queryOfFiles(files: readonly string[], changes: ChangesInFiles = {}): string {
  const { columns, only, lists, fromZero = [] } = changes;
  const where = only === undefined ? "" : ` where ${isOf(only)}`;
  const added = fromZero.map((name) => `${quotedName(name)} + 1 as ${quotedName(name)}`);
  const selected = added.length === 0 ? "*" : `* replace (${added.join(", ")})`;
  const each = files.map((file) => {
    const whole = fileInQuery(file, columns);
    const rows = lists === undefined ? whole : entriesOf(whole, lists);
    const isWhole = lists !== undefined && added.length === 0 && only === undefined;
    return isWhole ? rows : `select ${selected} from ${lists ? `(${rows})` : rows}${where}`;
  });
  return each.join(" union all by name ");
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
  columns?: readonly SourceColumn[],
): string {
  const values = Object.entries(rewards).map(([name, from]) => {
    const value = from === 1 ? "1" : `${from.by}(${quotedName(from.column)})`;
    return `${value} as ${quotedName(name)}`;
  });
  const by = keys.map(quotedName).join(", ");
  return `select ${[by, ...values].join(", ")} from (${queryOfFiles(files, { columns })}) group by ${by}`;
}
