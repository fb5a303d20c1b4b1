import type { Verdict } from "../../evaluate/conclude/result.js";
import { counted } from "../../numeric/show-number.js";
import { feedWords } from "./names.js";

/** "like, 2 feeds" for one reward; "4 comparisons" for several, "like, feed home" for a single one. */
export function placesOf(lines: readonly Verdict[]): string {
  const [rewards, feeds] = [
    [...new Set(lines.map(({ reward }) => reward))],
    [...new Set(lines.map(({ feed }) => feed))],
  ];
  const [feed = null, ...more] = feeds;
  if (rewards.length > 1) return counted(lines.length, "comparison");
  const of = more.length > 0 ? counted(feeds.length, "feed") : feedWords(feed);
  return [rewards[0], of].filter((words) => words !== null).join(", ");
}

/** " (4 comparisons)", or " (like, feed home)" for a single one. */
export const whichOf = (lines: readonly Verdict[]): string =>
  ` (${lines.length > 1 ? counted(lines.length, "comparison") : placesOf(lines)})`;
