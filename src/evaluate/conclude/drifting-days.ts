import { depthsByDayIn } from "../../dangers/depths-by-day.js";
import type { DepthsByDay } from "../../dangers/tables.js";
import { type Reason, reason } from "../../errors.js";
import { type DayOfGroups, driftTest } from "../../fitting/index.js";
import { lineSourceOf } from "./lines/line-source.js";
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
    const days = depthsByDayIn(lineSourceOf(base, feed));
    if (days === undefined || days.parts.length < 2) return [];
    const { statistic, df, p } = driftTest(daysOf(days));
    if (!(df > 0 && p < established / feeds.length)) return [];
    const message = `${feed === null ? "" : `${feed}: `}Users go further down the list on some days than on others, and one curve weights all days: rows of single days by that curve are not printed. For a day's numbers, evaluate the log of that day with a curve of its own.`;
    return [{ feed, reason: reason("driftOfCurve", message, { feed, statistic, df, p }) }];
  });
}

function daysOf({ parts, depths: { cells, groups } }: DepthsByDay): readonly DayOfGroups[] {
  const ranks = cells / parts.length;
  return parts.map((_, part) => {
    const own = groups.map(({ trajectories, atEnd }) => {
      const of = (counts: Float64Array) => counts.subarray(part * ranks, (part + 1) * ranks);
      return transitionsOf(of(trajectories), of(atEnd));
    });
    return { transitions: own.reduce(added), groups: own };
  });
}

type Transitions = DayOfGroups["transitions"];

/** Views at each rank whose list goes on, and those of them that were the last. */
function transitionsOf(depths: Float64Array, atEnd: Float64Array): Transitions {
  const stops = Array.from(depths, (count, at) => count - (atEnd[at] ?? 0));
  const atRisk = [...stops];
  let deeper = 0;
  for (let at = depths.length - 1; at >= 0; at--) {
    atRisk[at] = deeper + (stops[at] ?? 0);
    deeper += depths[at] ?? 0;
  }
  return { atRisk, stops, trajectories: deeper };
}

const added = (a: Transitions, b: Transitions): Transitions => ({
  atRisk: a.atRisk.map((count, at) => count + (b.atRisk[at] ?? 0)),
  stops: a.stops.map((count, at) => count + (b.stops[at] ?? 0)),
  trajectories: a.trajectories + b.trajectories,
});
