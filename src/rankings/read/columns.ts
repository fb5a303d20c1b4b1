import { didYouMean } from "../../numeric/nearest-name.js";
import type { LinesKind } from "./lines.js";
import { numberOf } from "./number.js";
import { fileFault } from "./refuse.js";

/** Names of columns, where a file calls them otherwise than usual. */
export interface ColumnNames {
  readonly user?: string;
  readonly item?: string;
  readonly score?: string;
  /** A column that orders lists from its smallest value on, in the place of a score. */
  readonly rank?: string;
  readonly grade?: string;
}

export interface Columns {
  readonly user: string;
  readonly item: string;
  readonly value: string;
  /** Whether the best item has the smallest value. */
  readonly ascends: boolean;
  /** A column of ranks next to the scores, where nobody said which of the two orders the lists. */
  readonly rank: string | null;
}

const ranks = ["rank", "position", "pos"] as const;

const usual = {
  user: ["user", "user_id", "uid", "query", "query_id", "qid", "q_id", "topic"],
  item: ["item", "item_id", "movie_id", "document", "doc", "doc_id", "docno", "corpus_id"],
  score: ["score", "sim", "prediction"],
  rank: [...ranks, "distance", "dist"],
  grade: ["grade", "relevance", "rel", "label", "rating"],
} as const;

/** `userId`, `User_ID` and `user-id` are one name. */
const plain = (name: string): string => name.toLowerCase().replace(/[\s_-]/g, "");

const isOneOf = (name: string, names: readonly string[]): boolean =>
  names.some((other) => plain(other) === plain(name));

/** Finds a file's columns by the names given, else by the usual ones. Throws a LogError naming what there is. */
export function columnsIn(
  name: string,
  kind: LinesKind,
  present: readonly string[],
  columnNames: ColumnNames,
): Columns {
  const user = pick("user");
  const item = pick("item");
  if (kind === "labels") return { user, item, value: pick("grade"), ascends: false, rank: null };
  if (columnNames.rank !== undefined)
    return { user, item, value: pick("rank"), ascends: true, rank: null };
  const score = columnNames.score ?? usualIn("score") ?? usualIn("rank");
  if (score === undefined) throw missing("score");
  const value = named(score);
  const ascends = isOneOf(value, usual.rank);
  const isSaid = columnNames.score !== undefined || ascends;
  return { user, item, value, ascends, rank: isSaid ? null : (usualIn("rank", ranks) ?? null) };

  function pick(key: keyof typeof usual): string {
    const column = columnNames[key] ?? usualIn(key);
    if (column === undefined) throw missing(key);
    return named(column);
  }

  /** The column of the first usual name that there is, spelt so if it can be. */
  function usualIn(
    key: keyof typeof usual,
    names: readonly string[] = usual[key],
  ): string | undefined {
    const exact = names.find((candidate) => present.includes(candidate));
    if (exact !== undefined) return exact;
    const first = names.find((candidate) =>
      present.some((other) => plain(other) === plain(candidate)),
    );
    return first && present.find((other) => plain(other) === plain(first));
  }

  function named(column: string): string {
    const times = present.filter((other) => other === column).length;
    if (times === 1) return column;
    const what = times === 0 ? `has no column ${column}` : `has ${times} columns ${column}`;
    const remedy = times === 0 ? didYouMean(column, present) : " Rename all but one.";
    throw fileFault(
      "columnMissing",
      name,
      `${name} ${what}; it has ${present.join(", ")}.${remedy}`,
    );
  }

  function missing(key: keyof typeof usual): Error {
    const names = `${usual[key].slice(1).join(", ")}${key === "score" ? `, ${usual.rank.join(", ")}` : ""}`;
    const example = kind === "run" ? "user,item,score" : "user,item,grade";
    const flags = key === "score" ? "--score or --rank" : `--${key}`;
    const isBoth = key === "grade" && present.includes("score");
    const remedy = isBoth
      ? "If score holds the grades, write --grade score."
      : `Name it with ${flags}.`;
    const message = present.some((cell) => !Number.isNaN(numberOf(cell)))
      ? `${name} seems to have no header: its first line holds ${present.join(", ")}, which look like data. Write a line of names above it, such as ${example}.`
      : `${name} has no column ${key} (or ${names}); it has ${present.join(", ")}. ${remedy}`;
    return fileFault("columnMissing", name, message);
  }
}
