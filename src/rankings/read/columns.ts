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

/** What a line's columns are called. */
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
  names.some((each) => plain(each) === plain(name));

/** Finds a file's columns by the names given, else by the usual ones. Throws a LogError naming what there is. */
export function columnsIn(
  name: string,
  kind: LinesKind,
  present: readonly string[],
  columnNames: ColumnNames,
): Columns {
  const user = found("user");
  const item = found("item");
  if (kind === "labels") return { user, item, value: found("grade"), ascends: false, rank: null };
  if (columnNames.rank !== undefined)
    return { user, item, value: found("rank"), ascends: true, rank: null };
  const score = columnNames.score ?? usualIn("score") ?? usualIn("rank");
  if (score === undefined) throw missing("score");
  const value = named(score);
  const ascends = isOneOf(value, usual.rank);
  const isSaid = columnNames.score !== undefined || ascends;
  return { user, item, value, ascends, rank: isSaid ? null : (usualIn("rank", ranks) ?? null) };

  function found(key: keyof typeof usual): string {
    const own = columnNames[key] ?? usualIn(key);
    if (own === undefined) throw missing(key);
    return named(own);
  }

  /** The column of the first usual name that there is, spelt so if it can be. */
  function usualIn(
    key: keyof typeof usual,
    names: readonly string[] = usual[key],
  ): string | undefined {
    const exact = names.find((each) => present.includes(each));
    if (exact !== undefined) return exact;
    const first = names.find((each) => present.some((other) => plain(other) === plain(each)));
    return first && present.find((other) => plain(other) === plain(first));
  }

  function named(own: string): string {
    const times = present.filter((each) => each === own).length;
    if (times === 1) return own;
    const what = times === 0 ? `has no column ${own}` : `has ${times} columns ${own}`;
    const remedy = times === 0 ? didYouMean(own, present) : " Rename all but one.";
    throw fileFault(
      "columnMissing",
      name,
      `${name} ${what}; it has ${present.join(", ")}.${remedy}`,
    );
  }

  function missing(key: keyof typeof usual): Error {
    const names = `${usual[key].slice(1).join(", ")}${key === "score" ? `, ${usual.rank.join(", ")}` : ""}`;
    const known = kind === "run" ? "user,item,score" : "user,item,grade";
    const flags = key === "score" ? "--score or --rank" : `--${key}`;
    const isBoth = key === "grade" && present.includes("score");
    const remedy = isBoth
      ? "If score holds the grades, write --grade score."
      : `Name it with ${flags}.`;
    const message = present.some((each) => !Number.isNaN(numberOf(each)))
      ? `${name} seems to have no header: its first line holds ${present.join(", ")}, which look like data. Write a line of names above it, such as ${known}.`
      : `${name} has no column ${key} (or ${names}); it has ${present.join(", ")}. ${remedy}`;
    return fileFault("columnMissing", name, message);
  }
}
