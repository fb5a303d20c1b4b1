import { didYouMean } from "../../numeric/index.js";
import type { LinesKind } from "./lines.js";
import { fileFault } from "./refuse.js";

/** Names of columns, where a file calls them otherwise than usual. */
export interface ColumnNames {
  readonly user?: string;
  readonly item?: string;
  readonly score?: string;
  readonly grade?: string;
}

/** What a line's columns are called; `descends` where a rank stands for a score. */
export interface Columns {
  readonly user: string;
  readonly item: string;
  readonly value: string;
  readonly descends: boolean;
}

const usual = {
  user: ["user", "user_id", "userId", "query", "query_id", "qid", "q_id", "topic"],
  item: ["item", "item_id", "itemId", "movieId", "document", "doc", "doc_id", "docno", "docid"],
  score: ["score", "sim", "prediction"],
  rank: ["rank", "position"],
  grade: ["grade", "relevance", "rel", "label", "rating"],
} as const;

/** Finds a file's columns by the names given, else by the usual ones. Throws a LogError naming what there is. */
export function columnsIn(
  name: string,
  kind: LinesKind,
  present: readonly string[],
  given: ColumnNames,
): Columns {
  const wanted = kind === "run" ? "score" : "grade";
  const user = found("user", given.user);
  const item = found("item", given.item);
  const value = given[wanted] ?? usual[wanted].find((each) => present.includes(each));
  if (value !== undefined) return { user, item, value: found(wanted, value), descends: false };
  const rank = usual.rank.find((each) => present.includes(each));
  if (kind === "run" && rank !== undefined) return { user, item, value: rank, descends: true };
  throw missing(wanted);

  function found(key: keyof ColumnNames, own: string | undefined): string {
    if (own === undefined) {
      const column = usual[key].find((each) => present.includes(each));
      if (column === undefined) throw missing(key);
      return column;
    }
    if (present.includes(own)) return own;
    throw fileFault(
      "columnMissing",
      name,
      `${name} has no column ${own}; it has ${present.join(", ")}.${didYouMean(own, present)}`,
    );
  }

  function missing(key: keyof ColumnNames): Error {
    return fileFault(
      "columnMissing",
      name,
      `${name} has no column ${key} (or ${usual[key].slice(1).join(", ")}); it has ${present.join(", ")}. Name it with --${key}.`,
    );
  }
}
