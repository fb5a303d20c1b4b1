import { depthsByDayIn } from "../../checks/depths-by-day.js";
import type { DepthsByDay } from "../../checks/tables.js";
import { type Reason, reason } from "../../errors.js";
import { sumOfTransitions } from "../../exposure/transitions/sums.js";
import { transitionsOfCounts } from "../../fitting/depths.js";
import { type DayOfGroups, driftTest } from "../../fitting/drift/drift-test.js";
import { sum } from "../../numeric/sum.js";
import { comparisonSourceOf } from "./comparisons/comparison-source.js";
import type { OpenTally } from "./open-tally.js";

/** A feed whose days differ in how far users go, so that one curve for all of them is no day's own. */
export interface DriftingFeed {
  readonly feed: string | null;
  readonly reason: Reason;
}

/** At which days are told from each other, over the feeds of a log. */
const established = 0.01;

/**
 * Feeds whose view rates differ between parts of the days, by the test of drift with users who come back allowed for.
 * See docs/methods.md, "Drift over days".
 */
export function driftingFeeds(
  base: OpenTally,
  feeds: readonly (string | null)[],
): readonly DriftingFeed[] {
  if (base.questions.curve === undefined) return [];
  return feeds.flatMap((feed): readonly DriftingFeed[] => {
    const days = depthsByDayIn(comparisonSourceOf(base, feed));
    if (days === undefined || days.parts.length < 2) return [];
    const { statistic, df, p } = driftTest(daysOf(days));
    if (!(df > 0 && p < established / feeds.length)) return [];
    const message = `${feed === null ? "" : `${feed}: `}Users go further down the list on some days than on others, and one curve weights all days: single days by that curve are no answer, and are not printed. For a day's numbers, evaluate the log of that day with a curve of its own.`;
    return [{ feed, reason: reason("driftOfCurve", message, { feed, statistic, df, p }) }];
  });
}

function daysOf({ parts, depths: { cells, groups } }: DepthsByDay): readonly DayOfGroups[] {
  const ranks = cells / parts.length;
  return parts.map((_, part) => {
    const parts = groups.map(({ trajectories, atEnd }) => {
      const of = (counts: Float64Array) => counts.subarray(part * ranks, (part + 1) * ranks);
      return transitionsOf(of(trajectories), of(atEnd));
    });
    return { transitions: sumOfTransitions(parts), groups: parts };
  });
}

/** Trajectories by their deepest rank; those that end with their list are not seen to stop. */
function transitionsOf(depths: Float64Array, atEnd: Float64Array): DayOfGroups["transitions"] {
  const stops = Array.from(depths, (count, at) => count - (atEnd[at] ?? 0));
  const ends = stops.map((count, at) => count + (atEnd[at + 1] ?? 0));
  const ranks = ends.findLastIndex((count) => count !== 0) + 1;
  const trajectories = sum([...stops, ...atEnd]);
  return transitionsOfCounts({
    ends: ends.slice(0, ranks),
    stops: stops.slice(0, ranks),
    trajectories,
  });
}
