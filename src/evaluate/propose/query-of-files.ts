import type { SourceColumn } from "../../sql/source-column.js";
import {
  type EventsInFiles,
  entriesOf,
  fileInQuery,
  happened,
  type ListsInFiles,
  type Part,
  quotedName,
  quotedText,
  rowsOfEvents,
  withParts,
} from "./rows-in-query.js";

/** A column of texts or doubles that by its name has a role of numbers, or of whole ones. */
export interface CastColumn {
  readonly name: string;
  /** "whole numbers as text" */
  readonly says: string;
  /** Its value in a query. */
  readonly sql: string;
  readonly asks?: string | undefined;
}

export interface ChangesInFiles {
  /** The columns of the files as they are. */
  readonly columns?: readonly SourceColumn[];
  /** Columns that are read out of others. */
  readonly parts?: readonly Part[];
  /** Rows of events become rows of items. */
  readonly events?: EventsInFiles;
  /** Rows of whole lists become rows of their entries. */
  readonly lists?: ListsInFiles;
  /** Columns whose texts are read as numbers. */
  readonly casts?: readonly CastColumn[];
  /** Ranks that count from 0: 1 is added. */
  readonly fromZero?: readonly string[];
  /** Only the rows of one of several models. */
  readonly only?: { readonly column: SourceColumn; readonly value: string } | undefined;
}

/** A query in DuckDB's dialect that reads files with changes; several files have the same columns. */
export function queryOfFiles(files: readonly string[], changes: ChangesInFiles = {}): string {
  const { columns = [], parts = [], events, only, lists, fromZero = [], casts = [] } = changes;
  const where = only === undefined ? "" : ` where ${isOf(only)}`;
  const castOf = (name: string): string =>
    casts.find((cast) => cast.name === name)?.sql ?? quotedName(name);
  const added = [
    ...fromZero.map((name) => `${castOf(name)} + 1 as ${quotedName(name)}`),
    ...casts
      .filter(({ name }) => !fromZero.includes(name))
      .map(({ name, sql }) => `${sql} as ${quotedName(name)}`),
  ];
  const selected = added.length === 0 ? "*" : `* replace (${added.join(", ")})`;
  if (events !== undefined) {
    const rows = rowsOfEvents(`(${queryOfFiles(files, { columns, parts })})`, events);
    return added.length === 0 ? rows : `select ${selected} from (${rows})`;
  }
  const queries = files.map((file) => {
    const whole = withParts(fileInQuery(file, columns), parts);
    const rows = lists === undefined ? whole : entriesOf(whole, lists);
    const isWhole = lists !== undefined && added.length === 0 && only === undefined;
    return isWhole ? rows : `select ${selected} from ${lists ? `(${rows})` : rows}${where}`;
  });
  return queries.join(" union all by name ");
}

const isOf = ({ column: { name, type }, value }: NonNullable<ChangesInFiles["only"]>): string =>
  `${quotedName(name)} = ${type === "text" ? quotedText(value) : value}`;

/**
 * What a table of rewards gives a row of the log: the sum or the largest of a column, 1 where a column has a value, or 1
 * for being there.
 */
export type RewardOfKey =
  | { readonly column: string; readonly by: "max" | "sum" }
  | { readonly column: string; readonly is: string }
  | 1;

/** A row for each key, with its rewards. */
export function queryOfRewards(
  files: readonly string[],
  keys: readonly string[],
  rewards: Readonly<Record<string, RewardOfKey>>,
  changes: ChangesInFiles,
): string {
  const values = Object.entries(rewards).map(([name, from]) => {
    return `${rewardOf(from)} as ${quotedName(name)}`;
  });
  const by = keys.map(quotedName).join(", ");
  return `select ${[by, ...values].join(", ")} from (${queryOfFiles(files, changes)}) group by ${by}`;
}

function rewardOf(from: RewardOfKey): string {
  if (from === 1) return "1";
  return "is" in from ? happened(from.column, from.is) : `${from.by}(${quotedName(from.column)})`;
}
