import { depthsOfLines, laterSessionsOfLines } from "../tally/lines/line-shapes.js";
import { dense, feedRows, groupsIn, type LineSource, required } from "./feed-rows.js";
import type { LaterSessions } from "./tables.js";

/** The pairs of sessions of a line; undefined where the tally does not have them. */
export function readLaterSessions(
  source: LineSource,
  reward: number,
  candidate: string,
): LaterSessions | undefined {
  const found = feedRows(source, laterSessionsOfLines);
  if (found?.table.columns[`${candidate} squares`] === undefined) return undefined;
  const groups = groupsIn(required(feedRows(source, depthsOfLines)));
  return dense(found, groups, 1, () => 0, {
    ...{ sessions: "sessions", pairs: "pairs", apart: "apart", reward: `${reward} reward` },
    squares: `${candidate} squares`,
    after: `${candidate} after`,
    before: `${candidate} before`,
    earnedAfter: `${candidate} ${reward} after`,
    earnedBefore: `${candidate} ${reward} before`,
  });
}
