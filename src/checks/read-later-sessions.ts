import {
  depthsOfComparisons,
  laterSessionsOfComparisons,
} from "../tally/comparisons/comparison-shapes.js";
import { type ComparisonSource, dense, feedRows, groupsIn, required } from "./feed-rows.js";
import type { LaterSessions } from "./tables.js";

/** The pairs of sessions of a comparison; undefined where the tally does not have them. */
export function readLaterSessions(
  source: ComparisonSource,
  reward: number,
  candidate: string,
): LaterSessions | undefined {
  const found = feedRows(source, laterSessionsOfComparisons);
  if (found?.table.columns[`${candidate} squares`] === undefined) return undefined;
  const groups = groupsIn(required(feedRows(source, depthsOfComparisons)));
  return dense(found, groups, 1, () => 0, {
    ...{ sessions: "sessions", pairs: "pairs", apart: "apart", reward: `${reward} reward` },
    squares: `${candidate} squares`,
    after: `${candidate} after`,
    before: `${candidate} before`,
    earnedAfter: `${candidate} ${reward} after`,
    earnedBefore: `${candidate} ${reward} before`,
  });
}
