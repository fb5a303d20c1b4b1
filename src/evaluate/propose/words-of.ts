import { proposeRoles } from "../../log/propose-study.js";

/** The words of a name: those of "articleIds_clicked" are article, ids and clicked. */
export const wordsOf = (name: string): readonly string[] =>
  name
    .replace(/([a-z])([A-Z])/g, "$1_$2")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u);

/** What of a name names a reward: "clicked" of article_ids_clicked, "add_to_cart" of itself. */
export function rewardIn(name: string): string | undefined {
  const words = wordsOf(name).filter((word) => word !== "");
  const named = [words.join("_"), ...words].map((word) => ({
    name: word,
    type: "double" as const,
  }));
  return Object.keys(proposeRoles(named).rewards)[0];
}
