import { type ProposedRoles, proposeRoles } from "../../log/propose-study.js";
import type { ColumnType } from "../../sql/source-column.js";

/** Columns of the log section that the caller names, by their keys. */
export type GivenRoles = Readonly<Record<string, string | undefined>>;

export const isNumber = (type: ColumnType): boolean =>
  type === "double" || type === "decimal" || type === "bigint";

export const isKey = (type: ColumnType): boolean => type === "text" || type === "bigint";

export const namesOf = (columns: readonly { readonly name: string }[]): readonly string[] =>
  columns.map(({ name }) => name);

export const namesIn = ({ log, rewards, policies }: ProposedRoles): readonly string[] =>
  [log, rewards, ...Object.values(policies)].flatMap((part) => Object.values(part));

/** Words for a place in a list, on their own or as a part of a name: "pos", "new_idx", "Position v2". */
export const placeWord: RegExp =
  /(?:^|[^a-z])(?:rank|position|pos|slot|idx|index|place)(?:[^a-z]|$)/i;

/** The words of a name: those of "articleIds_clicked" are article, ids and clicked. */
export const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "");

export const hasWord = (name: string, pattern: RegExp): boolean =>
  wordsOf(name).some((word) => pattern.test(word));

/** What of a name names a reward: "clicked" of article_ids_clicked, "add_to_cart" of itself. */
export function rewardIn(name: string): string | undefined {
  const words = wordsOf(name);
  const named = [words.join("_"), ...words].map((word) => ({
    name: word,
    type: "double" as const,
  }));
  return Object.keys(proposeRoles(named).rewards)[0];
}
