import { type Reason, reason } from "../errors.js";
import { lastViewedRank, leastAtRisk, viewsBeyond } from "./supported-rank.js";
import type { Transitions } from "./transitions.js";

/** What may make the fits of a feed wrong although they succeed. */
export function feedWarnings(transitions: Transitions, censoringKnown: boolean): readonly Reason[] {
  const supported = lastViewedRank(transitions);
  const beyond = viewsBeyond(transitions, supported);
  return [
    ...(censoringKnown ? [] : [listLengthUnknown]),
    ...(beyond > 0 ? [thinRanks(supported, beyond)] : []),
  ];
}

const listLengthUnknown: Reason = reason(
  "listLengthUnknown",
  "The log does not say how long its lists are, so that whoever reached the end of a list counts as having stopped there: fitted curves then fall too fast, and rewards at deep ranks count for too much. Set log.listLength, or log.censored for trajectories whose end was not seen.",
);

const thinRanks = (rank: number, views: number): Reason =>
  reason(
    "thinRanks",
    `Rank ${rank} is the last that ${leastAtRisk} trajectories or more view; ${views} views lie beyond it, where a measured curve is too thin to divide by and a fitted one is extrapolated. A parametric fit extrapolates; a table needs a tail of the model that fits best, { fit: table, tail: … }.`,
    { rank, views, least: leastAtRisk },
  );
